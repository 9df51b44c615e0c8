/** Collects the parameters of a statement that is built from parts. */
export class Parameters {
  readonly values: unknown[] = [];

  /** Adds a value. @returns its placeholder with a type cast, which PGlite and PostgreSQL both need */
  add(value: unknown, type: string): string {
    this.values.push(value);
    return `$${this.values.length}::${type}`;
  }
}

/** Escapes a text for use in a LIKE pattern. */
export function likeLiteral(text: string): string {
  return text.replace(/[\\%_]/g, (character) => `\\${character}`);
}
