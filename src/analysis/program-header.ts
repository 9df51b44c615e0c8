import { readSync } from 'node:fs';
import { constants, inflateRawSync } from 'node:zlib';
import type { Entry } from 'yauzl';

/** Names of programs and libraries of machine code, and of compiled Python. */
export const COMPILED = /\.(py[co]|pyd|so(\.\d+)*|dll|dylib|exe|com|scr|msi)$/i;

/** A file of machine code or compiled Python, by its name or content. */
export interface CompiledFile {
  /** True for a program, a library of machine code, or compiled Python that is loaded unchecked, by its content. */
  readonly isProgram: boolean;
  /** SHA-256 of the content, in hexadecimal digits. */
  readonly sha256: string;
}

/** Shorter files are no programs. */
const PROGRAM_MIN = 64;
/** How much of the compressed content is read. The header of a program is in its first bytes. */
const READ_MAX = 1024;
const STORED = 0;
/** The first bytes of programs for Linux and macOS, in hexadecimal digits. */
const PROGRAM = /^(7f454c46|feedface|feedfacf|cefaedfe|cffaedfe|cafebabe)/;
/** Where a program for Windows has the position of its header. */
const HEADER_AT = 0x3c;
/** The first bytes of compiled Python, after a version, that is not compared with its source (PEP 552). */
const UNCHECKED = '0d0a01000000';

function isProgram(head: Buffer): boolean {
  if (head.toString('hex', 2, 8) === UNCHECKED) return true;
  if (head.toString('latin1', 0, 2) !== 'MZ') return PROGRAM.test(head.toString('hex', 0, 4));
  const at = head.length < PROGRAM_MIN ? 0 : head.readUInt32LE(HEADER_AT);
  return head.toString('latin1', at, at + 4) === 'PE\0\0';
}

/**
 * True if the content of an entry begins like a program or library of machine code, or like compiled Python that is
 * loaded even if its source differs.
 * @param file the descriptor of the archive
 * @param from where the content of the entry begins in the archive
 */
export function beginsLikeProgram(file: number, from: number, entry: Entry): boolean {
  if (entry.uncompressedSize < PROGRAM_MIN) return false;
  const content = Buffer.alloc(Math.min(READ_MAX, entry.compressedSize));
  readSync(file, content, 0, content.length, from);
  if (entry.compressionMethod === STORED) return isProgram(content);
  try {
    return isProgram(inflateRawSync(content, { finishFlush: constants.Z_SYNC_FLUSH }));
  } catch {
    // Nothing that unpacks the archive gets a program from damaged content.
    return false;
  }
}
