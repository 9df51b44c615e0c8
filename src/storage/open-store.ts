import { join } from 'node:path';
import type { Settings } from '../settings.js';
import type { ArchiveStore } from './archive-store.js';
import { FileStore } from './file-store.js';

/** The folder of this machine that archives are in, or pass through. */
export function archiveFolder({ ARCHIVE_DIR, DATA_DIR }: Settings): string {
  return ARCHIVE_DIR ?? join(DATA_DIR, 'archives');
}

/** The store that the settings name: a bucket, or else a folder. */
export async function openArchiveStore(settings: Settings): Promise<ArchiveStore> {
  const {
    S3_BUCKET: bucket,
    S3_PREFIX: prefix,
    S3_REGION: region,
    S3_ENDPOINT: endpoint,
    S3_ACCESS_KEY_ID: keyId,
    S3_SECRET_ACCESS_KEY: secret,
  } = settings;
  if (bucket === undefined) return new FileStore(archiveFolder(settings));
  // Loaded where it is needed only: it is large.
  const { S3Store } = await import('./s3-store.js');
  return new S3Store({
    bucket,
    prefix,
    region,
    endpoint,
    credentials: keyId !== undefined && secret !== undefined ? { keyId, secret } : undefined,
  });
}
