/** Collects the parameters of a statement that is put together piece by piece. */
export class Parameters {
  readonly values: unknown[] = [];

  /** Adds a value and gives its placeholder, with the type that both databases need to be told. */
  add(value: unknown, type: string): string {
    this.values.push(value);
    return `$${this.values.length}::${type}`;
  }
}

/** A text as a LIKE pattern that matches just itself. */
export function likeLiteral(text: string): string {
  return text.replace(/[\\%_]/g, (character) => `\\${character}`);
}
