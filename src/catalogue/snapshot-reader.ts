import type { SqlRunner } from '../db/database.js';
import type { TranslationSource } from '../values/states.js';
import type { CoreNodeRecord, NodeRecord, NodeVersionRecord, PublisherRecord, TranslationRecord } from './records.js';
import { CORE_NODE_COLUMNS, nodeReader, publisherReader, toCoreNode, toTranslation, versionReader } from './rows.js';
import { EXISTING_NODE, EXISTING_PUBLISHER, INSTALLABLE_VERSION, PUBLIC_NODE, PUBLIC_VERSION } from './visibility.js';

/** The number of rows that one statement reads. */
const BATCH = 1000;

/** A row that was selected as JSON. */
interface Recorded {
  readonly record: string;
}

/**
 * Reads the whole public catalogue in batches. The records of each kind have a fixed order, so that two reads of the
 * same catalogue give the same result.
 */
export class SnapshotReader {
  constructor(
    private readonly runner: SqlRunner,
    private readonly publicUrl: string,
    private readonly translationSources: readonly TranslationSource[],
  ) {}

  /** The current revision. The caller reads everything in one database snapshot. */
  async revision(): Promise<number> {
    const [row] = await this.runner.query<{ revision: number }>(
      'select coalesce(max(id), 0)::float8 as revision from changes',
    );
    return row!.revision;
  }

  /** Publishers, by id. */
  async *publishers(): AsyncGenerator<PublisherRecord> {
    const reader = publisherReader();
    yield* this.#all<PublisherRecord, Recorded>(
      (last) => [
        `select ${reader.json}::text as record from publishers p where ${EXISTING_PUBLISHER.sql('p')} and p.id collate "C" > $1::text order by p.id collate "C" limit ${BATCH}`,
        [last?.id ?? ''],
      ],
      ({ record }) => reader.parse(record),
    );
  }

  /** Nodes that are not deleted, by id. */
  async *nodes(): AsyncGenerator<NodeRecord> {
    const reader = nodeReader();
    yield* this.#all<NodeRecord, Recorded>(
      (last) => [
        `select ${reader.json}::text as record from nodes n where ${EXISTING_NODE.sql('n')} and n.id collate "C" > $1::text order by n.id collate "C" limit ${BATCH}`,
        [last?.id ?? ''],
      ],
      ({ record }) => reader.parse(record),
    );
  }

  /** Installable versions of Active nodes, by id. */
  async *versions(): AsyncGenerator<NodeVersionRecord> {
    const reader = versionReader(this.publicUrl);
    yield* this.#all<NodeVersionRecord, Recorded>(
      (last) => [
        `select ${reader.json}::text as record from node_versions v join nodes n on n.id = v.node_id where ${PUBLIC_NODE.sql('n')} and ${INSTALLABLE_VERSION.sql('v')} and ($1::uuid is null or v.id > $1::uuid) order by v.id limit ${BATCH}`,
        [last?.id ?? null],
      ],
      ({ record }) => reader.parse(record),
    );
  }

  /** Core-node definitions of the Active versions of Active nodes, including imported versions, by version and name. */
  async *coreNodes(): AsyncGenerator<CoreNodeRecord> {
    yield* this.#all<CoreNodeRecord>(
      (last) => [
        `select ${CORE_NODE_COLUMNS} from core_nodes c join node_versions v on v.id = c.version_id join nodes n on n.id = v.node_id
         where ${PUBLIC_NODE.sql('n')} and ${PUBLIC_VERSION.sql('v')} and ($1::uuid is null or c.version_id > $1::uuid or (c.version_id = $1::uuid and c.name collate "C" > $2::text))
         order by c.version_id, c.name collate "C" limit ${BATCH}`,
        [last?.nodeVersionId ?? null, last?.coreNodeName ?? ''],
      ],
      toCoreNode,
    );
  }

  /** Translations of Active nodes, by node, language and source. */
  async *translations(): AsyncGenerator<TranslationRecord> {
    yield* this.#all<TranslationRecord>(
      (last) => [
        `select t.node_id as "nodeId", t.language, t.fields, t.source, t.updated_at as "updatedAt" from node_translations t join nodes n on n.id = t.node_id
         where ${PUBLIC_NODE.sql('n')} and t.source = any($4::text[]) and (t.node_id collate "C", t.language collate "C", t.source collate "C") > ($1::text, $2::text, $3::text) order by t.node_id collate "C", t.language collate "C", t.source collate "C" limit ${BATCH}`,
        [last?.nodeId ?? '', last?.language ?? '', last?.source ?? '', [...this.translationSources]],
      ],
      toTranslation,
    );
  }

  async *#all<R extends object, Row extends object = R>(
    statement: (last: R | undefined) => [string, unknown[]],
    toRecord: (row: Row) => R,
  ): AsyncGenerator<R> {
    let last: R | undefined;
    for (;;) {
      const rows: Row[] = await this.runner.query<Row>(...statement(last));
      for (const row of rows) yield (last = toRecord(row));
      if (rows.length < BATCH) return;
    }
  }
}
