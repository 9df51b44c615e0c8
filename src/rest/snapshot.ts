import { randomUUID } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import type { SnapshotReader } from '../catalogue/snapshot-reader.js';
import type { FileAnswer } from './file-answer.js';
import { presentCoreNode } from './presenters/core-node.presenter.js';
import { presentPlainNode } from './presenters/node.presenter.js';
import { presentPublisher } from './presenters/publisher.presenter.js';
import { presentVersion } from './presenters/version.presenter.js';

/** Reads the catalogue at one moment; nothing that is written meanwhile is seen. */
export type ReadCatalogue = <T>(work: (reader: SnapshotReader) => Promise<T>) => Promise<T>;

/** What a snapshot holds. */
export interface SnapshotFacts {
  readonly lines: number;
  readonly revision: number;
}

async function* lines(reader: SnapshotReader, databaseId: string, revision: number): AsyncGenerator<string> {
  const line = (kind: string, record: object): string => `${JSON.stringify({ kind, ...record })}\n`;
  yield line('snapshot', { format: 1, database: databaseId, revision });
  for await (const record of reader.publishers()) yield line('publisher', presentPublisher(record));
  for await (const record of reader.nodes())
    yield line('node', { ...presentPlainNode(record), publisher_id: record.publisherId });
  for await (const record of reader.versions()) yield line('version', presentVersion(record));
  for await (const record of reader.coreNodes()) yield line('core_node', presentCoreNode(record));
  for await (const { nodeId, language, source, fields } of reader.translations())
    yield line('translation', { node_id: nodeId, language, source, fields });
}

/**
 * Writes the whole public catalogue into a file: gzip of one JSON object a line, each with its `kind`, under the wire
 * names of REST. The same catalogue gives the same bytes.
 */
export async function writeSnapshot(read: ReadCatalogue, databaseId: string, path: string): Promise<SnapshotFacts> {
  await mkdir(dirname(path), { recursive: true });
  const beside = `${path}.${randomUUID()}`;
  try {
    const facts = await read(async (reader) => {
      const revision = await reader.revision();
      let count = 0;
      const counted = async function* (): AsyncGenerator<string> {
        for await (const one of lines(reader, databaseId, revision)) {
          count++;
          yield one;
        }
      };
      await pipeline(Readable.from(counted()), createGzip(), createWriteStream(beside));
      return { lines: count, revision };
    });
    await rename(beside, path);
    return facts;
  } catch (error) {
    await rm(beside, { force: true });
    throw error;
  }
}

interface Made {
  readonly etag: string;
  readonly path: string;
}

/** Keeps the snapshot of one revision, made when it is first asked for. */
export class Snapshots {
  #kept: { readonly asked: number; readonly made: Promise<Made> } | undefined;

  constructor(
    private readonly folder: string,
    private readonly read: ReadCatalogue,
    private readonly current: () => { readonly databaseId: string; readonly revision: number },
  ) {}

  /** The snapshot of the revision that this process knows of, or of a later one that was written meanwhile. */
  async get(): Promise<FileAnswer['file']> {
    const { databaseId, revision } = this.current();
    if (this.#kept?.asked !== revision)
      this.#kept = { asked: revision, made: this.#make(databaseId, this.#kept?.made) };
    const kept = this.#kept;
    try {
      const { etag, path } = await kept.made;
      const { size } = await stat(path);
      return {
        name: 'snapshot.ndjson.gz',
        type: 'application/gzip',
        size,
        etag,
        isPublic: true,
        open: async (range) => createReadStream(path, range),
      };
    } catch (error) {
      // Made anew for the next who asks.
      if (this.#kept === kept) this.#kept = undefined;
      throw error;
    }
  }

  async #make(databaseId: string, before: Promise<Made> | undefined): Promise<Made> {
    const path = join(this.folder, `${randomUUID()}.ndjson.gz`);
    const { revision } = await writeSnapshot(this.read, databaseId, path);
    // Whoever is being sent the one before has it open, and reads it to its end.
    const stale = await before?.catch(() => undefined);
    if (stale) await rm(stale.path, { force: true });
    return { etag: `${databaseId.slice(0, 8)}-${revision}`, path };
  }
}
