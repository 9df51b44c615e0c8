/** A response that is sent as `text/plain` instead of JSON. */
export class PlainText {
  constructor(readonly text: string) {}
}
