import type { ExternalCall } from './external-call.js';
import { namesForeignSource } from './installs.js';
import { RUNNABLE_FILE } from './suspicious-patterns.js';
import { FROM_NETWORK, NOTHING, type Value } from './values.js';

/** Functions that download a file or folder. Their further arguments say to which path. */
const DOWNLOAD =
  /\.(urlretrieve|download\w*|\w+_download|clone_from|clone_repository)$|^shutil\.(copyfileobj|move|copy\w*)$|^os\.(rename|replace)$/;
/** Those that only download if what they are given comes from the network. */
const COPY = /^(shutil|os)\./;
const WRITE = /\.(write|writelines|write_bytes|write_text)$/;
const UNPACK = /\.(extractall|extract)$|^shutil\.unpack_archive$/;
/** Programs that download. */
export const DOWNLOADER = /^(\S*[\\/])?(git|curl|wget|aria2c)(\.exe)?(\s|$)/;
const STARTS_PROGRAM = /^(os\.system|os\.popen|subprocess\.\w+)$/;
/** Words that are modes and encodings, or folders without a name. */
const NO_NAME = /^([rwaxbt+]{1,3}|utf-?8(-sig)?|\.{0,2})$/i;

/** The last part of a path, by which paths are compared. */
const nameOf = (path: string): string =>
  path
    .split(/[\\/]/)
    .filter((part) => part !== '')
    .at(-1) ?? '';

/** The files and folders to which a package downloads, and whether it downloads when it is installed. */
export class Downloads {
  /** True if something is downloaded when the package is installed. */
  isInstalling = false;
  /** Their names, and whether they come from a host that honest packages don't install from. */
  readonly #names = new Map<string, boolean>();

  /** Records a call that downloads, unpacks or moves a download. When a node runs, only programs count. */
  note(call: ExternalCall): void {
    const { ref, args, callee, moment } = call;
    const [first = NOTHING, second = NOTHING] = args.positional;
    const isFetched = (value: Value): boolean => (value.marks & FROM_NETWORK) !== 0 || this.has(value, moment);
    if (DOWNLOAD.test(ref.path)) {
      if (COPY.test(ref.path) && !isFetched(first)) return;
      for (const value of [...args.positional.slice(1), ...args.named.values()]) this.#add(value, call);
    } else if (WRITE.test(ref.path)) {
      if (args.all.some(isFetched)) this.#add(callee, call);
    } else if (UNPACK.test(ref.path)) {
      const isFunction = ref.path.startsWith('shutil');
      if (isFetched(isFunction ? first : callee))
        this.#add(isFunction ? second : (args.named.get('path') ?? first), call);
    } else if (STARTS_PROGRAM.test(ref.path)) this.#noteCommand(call);
  }

  /** `git clone ADDRESS FOLDER` and `curl -o FILE`. */
  #noteCommand(call: ExternalCall): void {
    const words = call.args.all.flatMap((value) => value.words);
    const parts = words.length === 1 ? words[0]!.split(/\s+/) : words;
    const [program = ''] = parts;
    if (!DOWNLOADER.test(program)) return;
    if (program.includes('git') && !parts.includes('clone')) return;
    if (call.moment === 'install') this.isInstalling = true;
    const address = parts.find((part) => /:\/\/|^git@/.test(part));
    const target = parts.at(-1) === address ? /([^/]+?)(\.git)?\/?$/.exec(address ?? '')?.[1] : parts.at(-1);
    if (target !== undefined) this.#add({ refs: [], marks: 0, words: [target] }, call);
  }

  #add(target: Value, { moment, args, callee }: ExternalCall): void {
    const name = nameOf(target.words.filter((word) => !NO_NAME.test(word) && !word.includes('://')).at(-1) ?? '');
    if (name !== '' && (moment !== 'later' || RUNNABLE_FILE.test(name)))
      this.#names.set(name, namesForeignSource([...args.all, callee].flatMap(({ words }) => words)));
  }

  /**
   * True if a path is one of those. When a node runs, only programs count.
   * @param isForeign true if only those from unknown hosts are meant
   */
  has({ words }: Value, moment: ExternalCall['moment'], isForeign = false): boolean {
    return words.map(nameOf).some((name) => {
      const found = moment !== 'later' || RUNNABLE_FILE.test(name) ? this.#names.get(name) : undefined;
      return isForeign ? found === true : found !== undefined;
    });
  }
}
