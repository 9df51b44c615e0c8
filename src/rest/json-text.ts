import type { Text } from '../values/list-text.js';

/** A response body that is already serialized as JSON. */
export class JsonText {
  constructor(readonly text: Text) {}
}
