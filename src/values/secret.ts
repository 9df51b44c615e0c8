import { inspect } from 'node:util';

/** A secret string. Printing, logging or serializing it yields a placeholder. */
export class Secret {
  readonly #text: string;

  constructor(text: string) {
    this.#text = text;
  }

  /** Returns the secret itself. The method has a long name so that reviewers notice each use. */
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
