import { inspect } from 'node:util';

/** A text that must not be shown: printing, logging or serializing it gives a placeholder. */
export class Secret {
  readonly #text: string;

  constructor(text: string) {
    this.#text = text;
  }

  /** The text itself; the name is long on purpose, so that each use is seen in review. */
  revealSecret(): string {
    return this.#text;
  }

  toString(): string {
    return '[secret]';
  }

  toJSON(): string {
    return '[secret]';
  }

  [inspect.custom](): string {
    return '[secret]';
  }
}
