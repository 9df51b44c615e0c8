import { createHash } from 'node:crypto';
import { crc32 } from 'node:zlib';
import type yauzl from 'yauzl';
import type { CheckName } from '../values/check-names.js';
import { FINDING_LEVELS, type FindingLevel } from '../values/finding-levels.js';
import { contentOf, decoded, decodedText } from './archive-content.js';
import { ArchiveLinks, folded } from './archive-links.js';
import { openArchive } from './archive-reader.js';
import { isNamedPure, isPureWheel, usesWheels, WHEEL_MAX } from './archive-wheels.js';
import { isOnlyLiterals } from './literal-source.js';
import { beginsLikeProgram, COMPILED, type CompiledFile } from './program-header.js';

/** One thing that a check found. */
export interface Finding {
  readonly level: FindingLevel;
  readonly rule: CheckName;
  /** Path in the archive; empty if the finding is about the whole archive. */
  readonly file: string;
  /** From 1; 0 if the finding is about the whole file. */
  readonly line: number;
  readonly message: string;
  /**
   * Text of the call, from `callText`. A finding of an approved version is the same in a later one if its rule, file
   * and text are the same. One without a text is always new.
   */
  readonly call?: string;
  /** The lines around the position; absent if the finding is not about a line of a source. */
  readonly excerpt?: Excerpt;
}

/** Some lines of a source. */
export interface Excerpt {
  /** Number of the first line, from 1. */
  readonly line: number;
  readonly text: string;
}

/** Contents of an archive that the analysis reads. */
export interface ArchiveContents {
  /** Python sources by their path in the archive. */
  readonly sources: Map<string, string>;
  /** Scripts, requirements, settings and sources of C by their path in the archive. A removed one takes no memory. */
  readonly texts: Map<string, string>;
  /** Reads a file of data; undefined if there is none with that path, or it is too long. */
  readonly readData: (path: string) => string | undefined;
  /** The paths of all entries; those of folders end with `/`. */
  readonly paths: readonly string[];
  /** Files of machine code and compiled Python by their path in the archive. */
  readonly compiled: ReadonlyMap<string, CompiledFile>;
  readonly findings: readonly Finding[];
}

const ENTRIES_MAX = 20_000;
const UNPACKED_MAX = 1024 * 1024 * 1024;
const RATIO_MAX = 200;
const RATIO_FROM = 10 * 1024 * 1024;
const FINDINGS_MAX = 100;
const SOURCE_MAX = 1024 * 1024;
/** Longer sources are not even read. */
const LITERALS_MAX = 8 * 1024 * 1024;
const SOURCES_MAX = 20 * 1024 * 1024;
const TEXT_MAX = 2 * 1024 * 1024;
/** Of a longer script only the text is checked. */
const SCRIPT_MAX = 8 * 1024 * 1024;
const SCRIPT = /\.[cm]?js$/i;
const TEXTS_MAX = 16 * 1024 * 1024;
/** Python sources. */
const SOURCE = /\.pyw?$/i;
/** Paths with empty parts or parts that mean the same folder. */
const WRITTEN_OTHERWISE = /(^|\/)\.?\//;

/** Other files that the checks read: scripts, path files of Python, requirements, settings, sources of C. */
const TEXT =
  /(\.(pth|[mc]?js|sh|bash|bat|cmd|ps1|vbs|command|html?|svg|pkl|pickle|joblib|dill|ya?ml|ini|cfg|conf|j2|jinja2?|tmpl|tpl|c|cc|cpp|cxx|cu)|(^|\/)(requirements[\w.-]*\.txt|pyproject\.toml|(package|tasks|devcontainer)\.json))$/i;
/** Settings, which may name functions. Longer ones are data. */
const SETTINGS = /\.json$/i;
const SETTINGS_MAX = 64 * 1024;
/** Data that sources may read, and the most bytes of one file and of all together. */
const DATA = /\.(json|jsonc|txt|csv|tsv|default|template|example)$/i;
const DATA_MAX = 512 * 1024;
const DATA_ALL_MAX = 1024 * 1024;
/** Names that Windows changes or reads as a device: trailing dots and spaces, streams, `CON`. */
const CHANGED_BY_WINDOWS = /[. ](\/|$)|[<>:"|?*\\]|(^|\/)(con|prn|aux|nul|com\d|lpt\d)(\.[^/]*)?(\/|$)/i;
/** Sources once Windows has changed their names, and alternate streams. */
const SOURCE_ON_WINDOWS = /\.(pyw?|pth)[. ]+$|[:\\]/i;
const JAR = /\.jar$/i;
/** Archives that Python, Java or an installer loads code from. */
const PACKAGE_FILE = /\.(whl|egg|jar|pyz|conda)$/i;
/** Archives that nothing reads unless code of the package unpacks them, such as compressed data. */
const NESTED = /\.(zip|tar|tgz|gz|bz2|xz|zst|lzma|7z|rar)$/i;

/** Files of different kinds are checked in different ways. */
const kindOf = (path: string): string => (SOURCE.test(path) ? 'source' : TEXT.test(path) ? 'text' : 'other');

const unsafe = (file: string, message: string): Finding => ({
  level: 'hold',
  rule: 'archive-safety',
  file,
  line: 0,
  message,
});

const PACKAGE = 'is a package in the archive, which can’t be checked';

/** The kind of symbolic links in a Unix mode, and the longest path that one may lead to. */
const LINK = 0o120000;
const LINK_MAX = 4096;

/** The kind of a file's Unix mode, where the archive was made on Unix. */
function unixKind({ externalFileAttributes, versionMadeBy }: yauzl.Entry): number {
  return versionMadeBy >> 8 === 3 ? (externalFileAttributes >>> 16) & 0o170000 : 0;
}

function faultOfEntry(entry: yauzl.Entry): string | undefined {
  const { fileName, compressedSize, uncompressedSize } = entry;
  if (fileName.includes('\0')) return 'its path leads out of the archive';
  if (![0, 0o100000, 0o040000, LINK].includes(unixKind(entry))) return 'is no plain file';
  if (entry.isEncrypted()) return 'is encrypted';
  if (uncompressedSize > RATIO_FROM && uncompressedSize > compressedSize * RATIO_MAX)
    return `unpacks to more than ${RATIO_MAX} times its size`;
  if (PACKAGE_FILE.test(fileName) && !isNamedPure(fileName) && !JAR.test(fileName)) return PACKAGE;
  return undefined;
}

/** Whether the archive names an entry alike wherever it names it: tools differ in what they read. */
const isNamedAlike = ({ fileName }: yauzl.LocalHeader, entry: yauzl.Entry): boolean =>
  // A further field may give a better spelling, but no other kind of file.
  fileName.equals(entry.fileNameRaw) &&
  SOURCE.test(entry.fileNameRaw.toString('latin1')) === SOURCE.test(entry.fileName);

/** Reads the content of an entry; undefined if it has more bytes. */
type ContentUpTo = (most: number) => Buffer | undefined;

/** Collects the findings and contents of an archive, entry by entry. */
class Inspection {
  readonly findings: Finding[] = [];
  readonly sources = new Map<string, string>();
  readonly texts = new Map<string, string>();
  readonly paths: string[] = [];
  readonly compiled = new Map<string, CompiledFile>();
  /** Paths by their folded form. */
  readonly #names = new Map<string, string>();
  readonly #links = new ArchiveLinks();
  readonly #pureWheels: string[] = [];
  /** Packages of Java, which only a command can run. */
  readonly #jars: string[] = [];
  #entries = 0;
  #unpacked = 0;
  /** Files of data, which are read when a source reads them. */
  readonly #data = new Map<string, ContentUpTo>();
  #sourceBytes = 0;
  #textBytes = 0;
  #dataBytes = 0;

  constructor(
    private readonly zip: yauzl.ZipFile,
    private readonly file: number,
  ) {}

  /** Counts an entry. @returns a finding if the archive is too large to go on with */
  count(entry: yauzl.Entry): Finding | undefined {
    if (++this.#entries > ENTRIES_MAX) return unsafe('', `has more than ${ENTRIES_MAX} entries`);
    this.#unpacked += entry.uncompressedSize;
    return this.#unpacked > UNPACKED_MAX ? unsafe('', `unpacks to more than ${UNPACKED_MAX} bytes`) : undefined;
  }

  /** Checks an entry, and reads it if it is a source. */
  async inspect(entry: yauzl.Entry): Promise<void> {
    const { fileName } = entry;
    this.#checkName(fileName);
    this.paths.push(fileName);
    const fault = faultOfEntry(entry);
    if (fault !== undefined) {
      this.#report(fileName, fault);
      return;
    }
    if (JAR.test(fileName)) this.#jars.push(fileName);
    if (NESTED.test(fileName)) this.#report(fileName, 'is an archive in the archive, which can’t be checked', 'warn');
    const header = await this.zip.readLocalFileHeaderPromise(entry);
    const contentUpTo = (most: number): Buffer | undefined => this.#content(entry, header.fileDataStart, most);
    if (isNamedPure(fileName)) await this.#inspectWheel(entry, contentUpTo);
    if (!isNamedAlike(header, entry)) this.#report(fileName, 'has two names');
    if (unixKind(entry) === LINK) this.#links.add(fileName, contentUpTo(LINK_MAX)?.toString('utf8') ?? '');
    else if (SOURCE.test(fileName)) this.#readSource(entry, contentUpTo);
    else if (TEXT.test(fileName) || (SETTINGS.test(fileName) && entry.uncompressedSize <= SETTINGS_MAX))
      this.#readText(entry, contentUpTo);
    else if (!(await this.#isCompiled(entry, header)) && DATA.test(fileName)) this.#data.set(fileName, contentUpTo);
  }

  /** True for a file of machine code or compiled Python, which is noted. */
  async #isCompiled(entry: yauzl.Entry, { fileDataStart }: yauzl.LocalHeader): Promise<boolean> {
    const isProgram = beginsLikeProgram(this.file, fileDataStart, entry);
    if (!isProgram && !COMPILED.test(entry.fileName)) return false;
    const hash = createHash('sha256');
    for await (const chunk of await this.zip.openReadStreamPromise(entry)) hash.update(chunk as Buffer);
    this.compiled.set(entry.fileName, { isProgram, sha256: hash.digest('hex') });
    return true;
  }

  /** Reads a file of data; undefined if there is none with that path, or it is too long. */
  readData(path: string): string | undefined {
    const content = this.#data.get(path)?.(Math.min(DATA_MAX, DATA_ALL_MAX - this.#dataBytes));
    this.#dataBytes += content?.length ?? 0;
    return content && decoded(content);
  }

  async #inspectWheel(entry: yauzl.Entry, contentUpTo: ContentUpTo): Promise<void> {
    const content = entry.uncompressedSize > WHEEL_MAX ? undefined : contentUpTo(WHEEL_MAX);
    if (content && (await isPureWheel(content))) this.#pureWheels.push(entry.fileName);
    else this.#report(entry.fileName, PACKAGE);
  }

  /** Reports the packages that may be harmless, once it is known whether anything uses them. */
  reportPackages(): void {
    const isJavaUsed = [...this.sources.values()].some((source) => /\b(jar|javaw?|jpype|jnius|py4j)\b/i.test(source));
    for (const path of this.#jars) this.#report(path, PACKAGE, isJavaUsed ? 'hold' : 'warn');
    const level = usesWheels(this.sources, this.texts) ? 'hold' : 'warn';
    for (const path of this.#pureWheels) this.#report(path, PACKAGE, level);
  }

  /** Checks where the symbolic links lead, and adds the paths that they make. */
  followLinks(): void {
    for (const [link, aliases] of this.#links.follow(this.paths)) {
      if (aliases?.every(([alias, path]) => kindOf(alias) === kindOf(path))) {
        this.#report(link, 'is a symbolic link in the archive', 'warn');
        for (const [alias, path] of aliases) this.#addAlias(alias, path);
      } else this.#report(link, 'is a symbolic link out of the archive, or to nothing that can be checked');
    }
  }

  #addAlias(alias: string, path: string): void {
    if (!this.#names.has(folded(alias))) this.paths.push(alias);
    const source = this.sources.get(path);
    const text = this.texts.get(path);
    this.#sourceBytes += source?.length ?? 0;
    this.#textBytes += text?.length ?? 0;
    if (this.#sourceBytes > SOURCES_MAX || this.#textBytes > TEXTS_MAX)
      this.#report(alias, 'is too long for a source to be checked');
    else if (source !== undefined) this.sources.set(alias, source);
    else if (text !== undefined) this.texts.set(alias, text);
    const compiled = this.compiled.get(path);
    if (compiled) this.compiled.set(alias, compiled);
  }

  #checkName(fileName: string): void {
    const name = folded(fileName);
    const twin = this.#names.get(name);
    this.#names.set(name, fileName);
    if (twin === fileName) this.#report(fileName, 'is there twice');
    else if (twin !== undefined)
      this.#report(fileName, `is the same file as ${twin} on some systems`, SOURCE.test(fileName) ? 'hold' : 'warn');
    if (WRITTEN_OTHERWISE.test(fileName)) this.#report(fileName, 'has a path that is unpacked under another name');
    if (CHANGED_BY_WINDOWS.test(fileName))
      this.#report(fileName, 'has another name on Windows', SOURCE_ON_WINDOWS.test(fileName) ? 'hold' : 'warn');
  }

  #readSource(entry: yauzl.Entry, contentUpTo: ContentUpTo): void {
    const { fileName, uncompressedSize } = entry;
    const isLong = uncompressedSize > SOURCE_MAX;
    if (uncompressedSize > LITERALS_MAX || (this.#sourceBytes += uncompressedSize) > SOURCES_MAX) {
      this.#report(fileName, 'is too long for a source to be checked');
      return;
    }
    const content = contentUpTo(isLong ? LITERALS_MAX : SOURCE_MAX);
    if (!content) return;
    if (!isLong) this.sources.set(fileName, decoded(content));
    else if (isOnlyLiterals(decoded(content)))
      this.#report(fileName, 'is a long source of nothing but data, which was not read further', 'note');
    else this.#report(fileName, 'is too long for a source to be checked');
  }

  #readText(entry: yauzl.Entry, contentUpTo: ContentUpTo): void {
    const { fileName, uncompressedSize } = entry;
    const most = SCRIPT.test(fileName) ? SCRIPT_MAX : TEXT_MAX;
    if (uncompressedSize > most || this.#textBytes + uncompressedSize > TEXTS_MAX) {
      this.#report(fileName, 'is too long to be checked', 'warn');
      return;
    }
    this.#textBytes += uncompressedSize;
    const content = contentUpTo(most);
    if (content) this.texts.set(fileName, decodedText(content));
  }

  #content(entry: yauzl.Entry, from: number, most: number): Buffer | undefined {
    const content = contentOf(this.file, from, entry, most);
    if (!content) this.#report(entry.fileName, 'is longer than it says');
    else if (crc32(content) !== entry.crc32) this.#report(entry.fileName, 'is damaged: its sum is another one');
    return content;
  }

  #report(file: string, message: string, level: FindingLevel = 'hold'): void {
    this.findings.push({ ...unsafe(file, message), level });
  }
}

/** The finding for an error of the zip library. It rejects paths that lead out of the archive. */
function damage({ message }: Error): Finding {
  const outside = /^(?:invalid relative path|absolute path|invalid characters in fileName): (.*)$/s.exec(message);
  return outside ? unsafe(outside[1]!, 'its path leads out of the archive') : unsafe('', `is damaged (${message})`);
}

/**
 * Inspects a zip archive without unpacking it: whether it is safe to unpack, and its Python sources.
 * @param file the descriptor of an open file; it stays open
 */
export async function inspectArchive(file: number): Promise<ArchiveContents> {
  let zip: yauzl.ZipFile;
  try {
    zip = await openArchive(file);
  } catch (error) {
    const message = `can’t be read as a zip archive (${(error as Error).message})`;
    return {
      sources: new Map(),
      texts: new Map(),
      readData: () => undefined,
      paths: [],
      compiled: new Map(),
      findings: [unsafe('', message)],
    };
  }
  const inspection = new Inspection(zip, file);
  const { sources, texts, paths, compiled, findings } = inspection;
  const readData = (path: string): string | undefined => inspection.readData(path);
  try {
    for await (const entry of zip.eachEntry()) {
      const excess = inspection.count(entry);
      if (excess) return { sources, texts, readData, paths, compiled, findings: [...findings, excess] };
      await inspection.inspect(entry);
    }
    inspection.followLinks();
    inspection.reportPackages();
  } catch (error) {
    findings.push(damage(error as Error));
  }
  const gravest = FINDING_LEVELS.flatMap((level) => findings.filter((finding) => finding.level === level));
  return { sources, texts, readData, paths, compiled, findings: gravest.slice(0, FINDINGS_MAX) };
}
