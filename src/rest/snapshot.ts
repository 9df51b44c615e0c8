import { randomUUID } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, readdir, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { cursorOf } from '../catalogue/change-feed.js';
import type { SnapshotReader } from '../catalogue/snapshot-reader.js';
import type { FileAnswer } from './file-answer.js';
import { presentCoreNode } from './presenters/core-node.presenter.js';
import { presentPlainNode } from './presenters/node.presenter.js';
import { presentPublisher } from './presenters/publisher.presenter.js';
import { presentVersion } from './presenters/version.presenter.js';

/** Reads the catalogue at one point in time; later writes are not visible. */
export type ReadCatalogue = <T>(work: (reader: SnapshotReader) => Promise<T>) => Promise<T>;

/** Statistics of a snapshot. */
export interface SnapshotFacts {
  readonly lines: number;
  readonly revision: number;
}

async function* lines(reader: SnapshotReader, databaseId: string, revision: number): AsyncGenerator<string> {
  const line = (kind: string, record: object): string => `${JSON.stringify({ kind, ...record })}\n`;
  yield line('snapshot', { format: 1, database: databaseId, revision, cursor: cursorOf(databaseId, revision) });
  for await (const record of reader.publishers()) yield line('publisher', presentPublisher(record));
  for await (const record of reader.nodes())
    yield line('node', { ...presentPlainNode(record), publisher_id: record.publisherId });
  for await (const record of reader.versions()) yield line('version', presentVersion(record));
  for await (const record of reader.coreNodes()) yield line('core_node', presentCoreNode(record));
  for await (const { nodeId, language, source, fields } of reader.translations())
    yield line('translation', { node_id: nodeId, language, source, fields });
}

/**
 * Writes the whole public catalogue to a file: gzipped NDJSON, one object per line with its `kind` and the wire names
 * of REST. Deterministic: the same catalogue results in the same bytes.
 */
export async function writeSnapshot(read: ReadCatalogue, databaseId: string, path: string): Promise<SnapshotFacts> {
  await mkdir(dirname(path), { recursive: true });
  const temporary = `${path}.${randomUUID()}`;
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
      await pipeline(Readable.from(counted()), createGzip(), createWriteStream(temporary));
      return { lines: count, revision };
    });
    await rename(temporary, path);
    return facts;
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
}

interface Made {
  readonly etag: string;
  readonly path: string;
  readonly size: number;
  /** Time of its completion, in ms. */
  readonly at: number;
  /** The latest revision at which the snapshot is still current: later than its own only if counters alone changed. */
  upTo: number;
}

/** The dependencies of the snapshots. */
export interface SnapshotParts {
  readonly folder: string;
  readonly read: ReadCatalogue;
  readonly current: () => { readonly databaseId: string; readonly revision: number };
  /** Returns true if the changes feed, which omits counters, has a change after a revision. */
  readonly hasChanged: (since: number) => Promise<boolean>;
  /** Until this age, in ms, a snapshot is sent even if the catalogue has changed. */
  readonly minAgeMs: number;
}

/** True if a process with this id runs on this machine. */
function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/**
 * Provides the snapshot of the catalogue. A request causes a new snapshot only if the previous one has reached the
 * minimum age and the changes feed has new changes. A process writes one snapshot at a time.
 */
export class Snapshots {
  #made: Made | undefined;
  #building: Promise<Made> | undefined;

  constructor(private readonly parts: SnapshotParts) {}

  /** Deletes the files of processes that have ended, including an earlier process with the id of this one. */
  async sweep(): Promise<void> {
    const names = await readdir(this.parts.folder).catch(() => []);
    for (const name of names) {
      const pid = Number(/^\d+(?=-)/.exec(name)?.[0]);
      if (pid !== process.pid && isRunning(pid)) continue;
      if (this.#made?.path !== join(this.parts.folder, name)) await rm(join(this.parts.folder, name), { force: true });
    }
  }

  /** Waits until a snapshot in progress is written, and deletes the file. */
  async close(): Promise<void> {
    await this.#building?.catch(() => undefined);
    if (this.#made) await rm(this.#made.path, { force: true });
    this.#made = undefined;
  }

  /** Returns the snapshot of this process's current revision, or one that has not reached the minimum age. */
  async get(): Promise<FileAnswer['file']> {
    const { etag, path, size } = await this.#current();
    return {
      name: 'snapshot.ndjson.gz',
      type: 'application/gzip',
      size,
      etag,
      isPublic: true,
      open: async (range) => createReadStream(path, range),
    };
  }

  async #current(): Promise<Made> {
    const made = this.#made;
    if (made && (await this.#isValid(made))) return made;
    // Another request may have finished a new snapshot meanwhile.
    if (this.#made && this.#made !== made) return this.#made;
    this.#building ??= this.#make().finally(() => (this.#building = undefined));
    return this.#building;
  }

  async #isValid(made: Made): Promise<boolean> {
    // Another process with the same folder may have deleted the file.
    if (!(await stat(made.path).catch(() => undefined))) return false;
    const { revision } = this.parts.current();
    if (made.upTo >= revision || Date.now() - made.at < this.parts.minAgeMs) return true;
    if (await this.parts.hasChanged(made.upTo)) return false;
    made.upTo = revision;
    return true;
  }

  async #make(): Promise<Made> {
    const { databaseId } = this.parts.current();
    const path = join(this.parts.folder, `${process.pid}-${randomUUID()}.ndjson.gz`);
    const { revision } = await writeSnapshot(this.parts.read, databaseId, path);
    const { size } = await stat(path);
    // Responses that are still sending the previous file can finish, because they have it open.
    if (this.#made) await rm(this.#made.path, { force: true });
    return (this.#made = {
      etag: `${databaseId.slice(0, 8)}-${revision}`,
      path,
      size,
      at: Date.now(),
      upTo: revision,
    });
  }
}
