import type { Text } from '../values/list-text.js';

/** An answer that is JSON already: what is in it was serialized before, and did not change. */
export class JsonText {
  constructor(readonly text: Text) {}
}
