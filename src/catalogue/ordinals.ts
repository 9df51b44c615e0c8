/** Numbers nodes from 0: a node keeps its number while the process runs, also if it is deleted and created again. */
export class Ordinals {
  readonly #byFoldedId = new Map<string, number>();

  /** The number of a node. */
  of(foldedId: string): number {
    let ordinal = this.#byFoldedId.get(foldedId);
    if (ordinal === undefined) this.#byFoldedId.set(foldedId, (ordinal = this.#byFoldedId.size));
    return ordinal;
  }
}
