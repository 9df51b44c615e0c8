/** Limit of the calls of which the loaded sources, or the found files, are kept. */
const CALLS_MAX = 500;

const keyOf = (file: string, at: number): string => `${file}:${at}`;

/** The paths of sources that a call loads. */
export interface Loads {
  readonly paths: ReadonlySet<string>;
  /** False if it may load others. */
  readonly areAll: boolean;
}

const NOT_FOLLOWED: Loads = { paths: new Set(), areAll: false };

/**
 * What calls do with files of the archive, as far as following the code tells: the sources that they load by a computed
 * name or path, and whether they find a file. A call is known by its file and position.
 */
export class KnownFiles {
  readonly #loads = new Map<string, { readonly paths: Set<string>; areAll: boolean }>();
  /** Calls that load a file of the archive which is no source. */
  readonly #loadsData = new Set<string>();
  /** True for each call that found a file of the archive whenever it was followed. */
  readonly #isFound = new Map<string, boolean>();

  /** Notes that a call loads something outside of the archive, or nothing. */
  noteOther(file: string, at: number): void {
    this.#loadsOf(file, at);
  }

  /** Notes that a call loads a source. */
  noteLoad(file: string, at: number, path: string): void {
    this.#loadsOf(file, at)?.paths.add(path);
  }

  /** Notes that it is not known what a call loads. */
  noteUnknown(file: string, at: number): void {
    const loads = this.#loadsOf(file, at);
    if (loads) loads.areAll = false;
  }

  /** Notes that a call loads a file of the archive which is no source. */
  noteData(file: string, at: number): void {
    if (this.#loadsData.size < CALLS_MAX) this.#loadsData.add(keyOf(file, at));
    this.noteUnknown(file, at);
  }

  /** True for a call that loads a file of the archive which is no source. */
  loadsDataAt(file: string, at: number): boolean {
    return this.#loadsData.has(keyOf(file, at));
  }

  /** The sources that a call loads. */
  loadsAt(file: string, at: number): Loads {
    return this.#loads.get(keyOf(file, at)) ?? NOT_FOLLOWED;
  }

  /** Notes whether a call that looks for a file or folder of the archive surely finds one. */
  noteSearch(file: string, at: number, isFound: boolean): void {
    const key = keyOf(file, at);
    if (this.#isFound.size < CALLS_MAX || this.#isFound.has(key))
      this.#isFound.set(key, isFound && this.#isFound.get(key) !== false);
  }

  /** True for a call that looks for a file or folder, and surely finds one of the archive. */
  findsAt(file: string, at: number): boolean {
    return this.#isFound.get(keyOf(file, at)) === true;
  }

  #loadsOf(file: string, at: number): { readonly paths: Set<string>; areAll: boolean } | undefined {
    const key = keyOf(file, at);
    if (!this.#loads.has(key) && this.#loads.size < CALLS_MAX) this.#loads.set(key, { paths: new Set(), areAll: true });
    return this.#loads.get(key);
  }
}
