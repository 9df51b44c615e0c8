import type { Readable } from 'node:stream';
import { crc32 } from 'node:zlib';
import yauzl from 'yauzl';

/** One thing that a check found. */
export interface Finding {
  /** The rule's name, such as `dynamic-code`. */
  readonly rule: string;
  readonly file: string;
  /** From 1; 0 where the finding is about the whole file. */
  readonly line: number;
  readonly message: string;
}

/** What is in an archive, as far as it was looked into. */
export interface ArchiveContents {
  /** Python sources by their path in the archive. */
  readonly sources: ReadonlyMap<string, string>;
  readonly findings: readonly Finding[];
}

const ENTRIES_MAX = 20_000;
const UNPACKED_MAX = 1024 * 1024 * 1024;
const RATIO_MAX = 200;
const RATIO_FROM = 10 * 1024 * 1024;
const SOURCE_MAX = 1024 * 1024;
const SOURCES_MAX = 20 * 1024 * 1024;
/** What Python runs as a source, whatever it is called. */
const SOURCE = /\.(py|pyw|pth)$/i;
/** Programs that no check can read. */
const BINARY = /\.(pyc|pyo|pyd|so|dll|dylib|exe|com|scr|msi)$/i;
const NESTED = /\.(zip|whl|egg|tar|tgz|gz|bz2|xz|zst|lzma|7z|rar|jar)$/i;

const unsafe = (file: string, message: string): Finding => ({ rule: 'archive-safety', file, line: 0, message });

/** The kind of a file's Unix mode, where the archive was made on Unix. */
function unixKind({ externalFileAttributes, versionMadeBy }: yauzl.Entry): number {
  return versionMadeBy >> 8 === 3 ? (externalFileAttributes >>> 16) & 0o170000 : 0;
}

function faultOfEntry(entry: yauzl.Entry): string | undefined {
  const { fileName, compressedSize, uncompressedSize } = entry;
  if (fileName.includes('\0')) return 'its path leads out of the archive';
  if (unixKind(entry) === 0o120000) return 'is a symbolic link';
  if (![0, 0o100000, 0o040000].includes(unixKind(entry))) return 'is no plain file';
  if (entry.isEncrypted()) return 'is encrypted';
  if (uncompressedSize > RATIO_FROM && uncompressedSize > compressedSize * RATIO_MAX)
    return `unpacks to more than ${RATIO_MAX} times its size`;
  if (NESTED.test(fileName)) return 'is an archive in the archive';
  if (BINARY.test(fileName)) return 'is a program that can’t be checked';
  return undefined;
}

/** Whether the archive names an entry alike wherever it names it: tools differ in what they read. */
async function isNamedAlike(zip: yauzl.ZipFile, entry: yauzl.Entry): Promise<boolean> {
  const { fileName } = await zip.readLocalFileHeaderPromise(entry);
  // A further field may give a better spelling, but no other kind of file.
  return (
    fileName.equals(entry.fileNameRaw) &&
    SOURCE.test(entry.fileNameRaw.toString('latin1')) === SOURCE.test(entry.fileName)
  );
}

async function read(stream: Readable, most: number): Promise<Buffer | undefined> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    size += chunk.length;
    // What an entry says of its size may be a lie.
    if (size > most) {
      stream.destroy();
      return undefined;
    }
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/**
 * A source as Python reads it: in UTF-8 or what its first lines say, any line end a plain one. What is no text shows as
 * U+FFFD.
 */
function decoded(content: Buffer): string {
  const head = content.subarray(0, 1000).toString('latin1').replace(/\r\n?/g, '\n');
  const isLatin = /^(?:[ \t\f]*(?:#[^\n]*)?\n)?[ \t\f]*#.*?coding[:=][ \t]*(?:latin-?1|iso-8859-1)\s/i.test(head);
  return content
    .toString(isLatin ? 'latin1' : 'utf8')
    .replace(/^\uFEFF/, '')
    .replace(/\r\n?/g, '\n');
}

/** What was found in the entries of an archive so far. */
class Inspection {
  readonly findings: Finding[] = [];
  readonly sources = new Map<string, string>();
  readonly #names = new Set<string>();
  #entries = 0;
  #unpacked = 0;
  #sourceBytes = 0;

  constructor(private readonly zip: yauzl.ZipFile) {}

  /** Counts an entry. @returns a finding if the archive is too large to go on with */
  count(entry: yauzl.Entry): Finding | undefined {
    if (++this.#entries > ENTRIES_MAX) return unsafe('', `has more than ${ENTRIES_MAX} entries`);
    this.#unpacked += entry.uncompressedSize;
    return this.#unpacked > UNPACKED_MAX ? unsafe('', `unpacks to more than ${UNPACKED_MAX} bytes`) : undefined;
  }

  /** Checks an entry, and reads it if it is a source. */
  async inspect(entry: yauzl.Entry): Promise<void> {
    const { fileName } = entry;
    if (this.#names.has(fileName)) this.#report(fileName, 'is there twice');
    this.#names.add(fileName);
    const fault = faultOfEntry(entry);
    if (fault !== undefined) {
      this.#report(fileName, fault);
      return;
    }
    if (!(await isNamedAlike(this.zip, entry))) this.#report(fileName, 'has two names');
    if (SOURCE.test(fileName)) await this.#readSource(entry);
  }

  async #readSource(entry: yauzl.Entry): Promise<void> {
    const { fileName, uncompressedSize } = entry;
    if (uncompressedSize > SOURCE_MAX || (this.#sourceBytes += uncompressedSize) > SOURCES_MAX) {
      this.#report(fileName, 'is too long for a source to be checked');
      return;
    }
    const content = await read(await this.zip.openReadStreamPromise(entry), SOURCE_MAX);
    if (!content) {
      this.#report(fileName, 'is longer than it says');
      return;
    }
    if (crc32(content) !== entry.crc32) this.#report(fileName, 'is damaged: its sum is another one');
    this.sources.set(fileName, decoded(content));
  }

  #report(file: string, message: string): void {
    this.findings.push(unsafe(file, message));
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
    zip = await yauzl.fromFdPromise(file, {
      strictFileNames: true,
      validateEntrySizes: true,
      autoClose: false,
      lazyEntries: true,
    });
  } catch (error) {
    const message = `can’t be read as a zip archive (${(error as Error).message})`;
    return { sources: new Map(), findings: [unsafe('', message)] };
  }
  const inspection = new Inspection(zip);
  const { sources, findings } = inspection;
  try {
    for await (const entry of zip.eachEntry()) {
      const excess = inspection.count(entry);
      if (excess) return { sources, findings: [...findings, excess] };
      await inspection.inspect(entry);
    }
  } catch (error) {
    findings.push(damage(error as Error));
  }
  return { sources, findings: findings.slice(0, 100) };
}
