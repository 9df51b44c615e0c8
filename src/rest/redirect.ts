/** A response that redirects to another path with the same query string. */
export class Redirect {
  constructor(readonly path: string) {}
}
