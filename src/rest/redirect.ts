/** An answer that sends the caller to the same question at another path. */
export class Redirect {
  constructor(readonly path: string) {}
}
