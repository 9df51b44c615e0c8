/** Limit of the calls of which the loaded sources are kept. */
const CALLS_MAX = 500;

/**
 * The sources that calls load which import a module by a computed name or path, as far as following the code tells. A
 * call is known by its file and position.
 */
export class KnownLoads {
  /** The paths that each call loads; `undefined` if not all are known. */
  readonly #paths = new Map<string, Set<string> | undefined>();

  /** Notes that a call loads something outside of the archive, or nothing. */
  noteOther(file: string, at: number): void {
    this.#of(file, at);
  }

  /** Notes that a call loads a source. */
  note(file: string, at: number, path: string): void {
    this.#of(file, at)?.add(path);
  }

  /** Notes that it is not known what a call loads. */
  noteUnknown(file: string, at: number): void {
    this.#paths.set(`${file}:${at}`, undefined);
  }

  /** The paths of all sources that a call loads; `undefined` if they are not all known. */
  at(file: string, at: number): ReadonlySet<string> | undefined {
    return this.#paths.get(`${file}:${at}`);
  }

  #of(file: string, at: number): Set<string> | undefined {
    const key = `${file}:${at}`;
    if (!this.#paths.has(key) && this.#paths.size < CALLS_MAX) this.#paths.set(key, new Set());
    return this.#paths.get(key);
  }
}
