/**
 * Numbers nodes from 0. A folded id keeps its number while the process runs, even if its node is deleted and created
 * again.
 */
export class Ordinals {
  readonly #byFoldedId = new Map<string, number>();

  of(foldedId: string): number {
    let ordinal = this.#byFoldedId.get(foldedId);
    if (ordinal === undefined) this.#byFoldedId.set(foldedId, (ordinal = this.#byFoldedId.size));
    return ordinal;
  }
}
