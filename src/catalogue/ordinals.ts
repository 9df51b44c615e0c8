/**
 * Numbers nodes from 0. A folded id keeps its number while the process runs, even if its node is deleted and created
 * again.
 */
export class Ordinals {
  readonly #byFoldedId = new Map<string, number>();
  readonly #foldedIds: string[] = [];

  of(foldedId: string): number {
    let ordinal = this.#byFoldedId.get(foldedId);
    if (ordinal === undefined) this.#byFoldedId.set(foldedId, (ordinal = this.#foldedIds.push(foldedId) - 1));
    return ordinal;
  }

  /** The folded id of the node with an ordinal that `of` has returned. */
  foldedId(ordinal: number): string {
    return this.#foldedIds[ordinal]!;
  }

  get size(): number {
    return this.#foldedIds.length;
  }
}
