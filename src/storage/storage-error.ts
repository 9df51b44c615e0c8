import { AppError } from '../errors/app-error.js';

/** Errors of a disk that is full, or that can't be written to. */
const NOT_WRITABLE = new Set(['ENOSPC', 'EDQUOT', 'EROFS', 'EIO', 'EACCES', 'EPERM']);

/** Returns SERVICE_UNAVAILABLE for an error of a disk that can't be written to, and other errors unchanged. */
export const storageError = (error: unknown): unknown =>
  NOT_WRITABLE.has((error as NodeJS.ErrnoException).code ?? '')
    ? new AppError('SERVICE_UNAVAILABLE', 'The registry can’t store archives at the moment. Try again later.', {
        cause: error,
      })
    : error;
