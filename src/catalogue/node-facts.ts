import type { SqlRunner } from '../db/database.js';
import { foldNodeId } from '../values/node-id.js';
import { sortable } from '../values/sortable.js';

/** What lists choose and order a node by. Texts are lower-cased by the database: which letters it knows depends on its locale. */
export interface NodeFacts {
  readonly id: string;
  readonly foldedId: string;
  readonly publisherId: string;
  /** In the form that is sorted by, as the author is. */
  readonly name: string;
  readonly author: string | null;
  readonly downloads: number;
  readonly repoHostStars: number;
  readonly rating: number | null;
  readonly searchRanking: number | null;
  /** Milliseconds since 1970. */
  readonly createdAt: number;
  readonly updatedAt: number;
  /** Whether it is Active; it is banned otherwise, for deleted ones are in no list. */
  readonly isActive: boolean;
  readonly systems: readonly string[];
  readonly accelerators: readonly string[];
  /** The host versions that its latest version supports; empty for all. */
  readonly hostRange: string;
}

type Row = Omit<NodeFacts, 'foldedId' | 'systems' | 'accelerators'> & { readonly systems: string; readonly accelerators: string };

const FACTS = `
  select n.id, n.publisher_id as "publisherId", lower(n.name) as name, lower(n.author) as author, n.downloads, n.repo_host_stars as "repoHostStars", n.rating, n.search_ranking as "searchRanking",
    extract(epoch from n.created_at)::float8 * 1000 as "createdAt", extract(epoch from n.updated_at)::float8 * 1000 as "updatedAt", n.status = 'NodeStatusActive' as "isActive",
    lower(to_json(n.supported_os)::text) as systems, lower(to_json(n.supported_accelerators)::text) as accelerators, coalesce(v.supported_coreui_version, '') as "hostRange"
  from nodes n left join node_versions v on v.id = n.latest_version_id
  where n.status <> 'NodeStatusDeleted'`;

/** Reads the facts of nodes; equal lists and texts that many have in common are kept once. */
export class NodeFactsReader {
  readonly #texts = new Map<string, string>();
  readonly #lists = new Map<string, readonly string[]>();

  constructor(private readonly database: SqlRunner) {}

  /** The facts of all nodes, or of these; deleted ones have none. */
  async read(ids?: readonly string[]): Promise<NodeFacts[]> {
    const rows = ids === undefined ? await this.database.query<Row>(FACTS) : await this.database.query<Row>(`${FACTS} and n.id = any($1::text[])`, [ids]);
    return rows.map((row) => ({
      ...row,
      foldedId: foldNodeId(row.id),
      publisherId: this.#text(row.publisherId),
      name: sortable(row.name),
      author: row.author === null ? null : this.#text(sortable(row.author)),
      createdAt: Math.round(row.createdAt),
      updatedAt: Math.round(row.updatedAt),
      systems: this.#list(row.systems),
      accelerators: this.#list(row.accelerators),
      hostRange: this.#text(row.hostRange),
    }));
  }

  #text(text: string): string {
    const known = this.#texts.get(text);
    if (known === undefined) this.#texts.set(text, text);
    return known ?? text;
  }

  #list(json: string): readonly string[] {
    let known = this.#lists.get(json);
    if (!known) this.#lists.set(json, (known = JSON.parse(json) as string[]));
    return known;
  }
}
