import { inspect } from 'node:util';

/** A secret string. Printing, logging or serializing it results in a placeholder. */
export class Secret {
  readonly #text: string;

  constructor(text: string) {
    this.#text = text;
  }

  /** The secret itself. The name is long on purpose, so that each use is noticed in review. */
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
