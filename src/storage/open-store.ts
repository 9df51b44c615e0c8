import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Settings } from '../settings.js';
import type { ArchiveStore } from './archive-store.js';
import { FileStore } from './file-store.js';

/** The local folder that archives are stored in, or received into. */
export function archiveFolder({ ARCHIVE_DIR, DATA_DIR }: Settings): string {
  return ARCHIVE_DIR ?? join(DATA_DIR, 'archives');
}

/** Opens the store of the settings: a bucket if one is set, otherwise a folder. */
export async function openArchiveStore(settings: Settings): Promise<ArchiveStore> {
  const {
    S3_BUCKET: bucket,
    S3_PREFIX: prefix,
    S3_REGION: region,
    S3_ENDPOINT: endpoint,
    S3_ACCESS_KEY_ID: keyId,
    S3_SECRET_ACCESS_KEY: secret,
  } = settings;
  const folder = archiveFolder(settings);
  await mkdir(folder, { recursive: true }).catch((error: Error) => {
    throw new Error(`ARCHIVE_DIR: the folder ${folder} can’t be created (${error.message}).`, { cause: error });
  });
  if (bucket === undefined) return new FileStore(folder);
  // Loaded only if needed, because it is large.
  const { S3Store } = await import('./s3-store.js');
  return new S3Store({
    bucket,
    prefix,
    region,
    endpoint,
    credentials: keyId !== undefined && secret !== undefined ? { keyId, secret } : undefined,
  });
}
