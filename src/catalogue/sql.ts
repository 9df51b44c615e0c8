/** Collects the parameters of a statement that is put together piece by piece. */
export class Parameters {
  readonly values: unknown[] = [];

  /** Adds a value. @returns its placeholder, with its type, which both databases need */
  add(value: unknown, type: string): string {
    this.values.push(value);
    return `$${this.values.length}::${type}`;
  }
}

/** A text as a LIKE pattern that matches just itself. */
export function likeLiteral(text: string): string {
  return text.replace(/[\\%_]/g, (character) => `\\${character}`);
}
