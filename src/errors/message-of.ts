import { getSystemErrorMap } from 'node:util';

/** Errors of the file system that the embedded database throws, by their number in WASI. */
const FILE_ERRORS: Readonly<Record<number, string>> = {
  2: 'EACCES',
  22: 'EFBIG',
  29: 'EIO',
  51: 'ENOSPC',
  69: 'EROFS',
};

const SYSTEM_ERRORS = new Map([...getSystemErrorMap().values()]);

/** Describes a thrown value in one line: its message, or the error of the file system that it stands for. */
export function messageOf(thrown: unknown): string {
  if (thrown instanceof Error) return thrown.message;
  const { errno } = (thrown ?? {}) as { readonly errno?: unknown };
  const code = typeof errno === 'number' ? FILE_ERRORS[errno] : undefined;
  if (code !== undefined) return SYSTEM_ERRORS.get(code) ?? code;
  return typeof errno === 'number' ? `error ${errno} of the file system` : String(thrown);
}
