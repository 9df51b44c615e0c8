import type { ListRunner } from '../db/database.js';
import { foldNodeId } from '../values/node-id.js';
import { memoize } from '../values/memoize.js';
import { sortable } from '../values/sortable.js';
import type { Ordinals } from './ordinals.js';
import { EXISTING_NODE, PUBLIC_NODE } from './visibility.js';

/**
 * The values of a node that lists filter and sort by. The database lower-cases text, because lower-casing depends on
 * its locale.
 */
export interface NodeFacts {
  readonly id: string;
  readonly foldedId: string;
  /** See `Ordinals`. */
  readonly ordinal: number;
  readonly publisherId: string;
  /** As returned by `sortable`, like `author`. */
  readonly name: string;
  readonly author: string | null;
  readonly downloads: number;
  readonly repoHostStars: number;
  readonly rating: number | null;
  readonly searchRanking: number | null;
  /** Milliseconds since 1970. */
  readonly createdAt: number;
  readonly updatedAt: number;
  /** See `PUBLIC_NODE`. There are no facts of deleted nodes. */
  readonly isPublic: boolean;
  readonly systems: readonly string[];
  readonly accelerators: readonly string[];
  readonly tags: readonly string[];
  /** Empty if the node has no category. */
  readonly category: string;
  /** The range of host versions that the latest version supports. Empty if it supports all. */
  readonly hostRange: string;
}

const FACTS = `
  select n.id, n.publisher_id, lower(n.name), lower(n.author), n.downloads, n.repo_host_stars, n.rating, n.search_ranking,
    date_part('epoch', n.created_at) * 1000, date_part('epoch', n.updated_at) * 1000, ${PUBLIC_NODE.sql('n')},
    lower(to_json(n.supported_os)::text), lower(to_json(n.supported_accelerators)::text),
    to_json(n.tags)::text, coalesce(n.category, ''), coalesce(v.supported_coreui_version, '')
  from nodes n left join node_versions v on v.id = n.latest_version_id and v.supported_coreui_version <> ''
  where ${EXISTING_NODE.sql('n')}`;

/** Limit of the strings, and of the lists, that are stored once. Publishers can write any number of different ones. */
const SHARED_MAX = 50_000;

/** Reads the facts of nodes. Equal lists, and equal strings of fields that many nodes share, are stored once. */
export class NodeFactsReader {
  readonly #text = memoize((text) => text, SHARED_MAX);
  readonly #list = memoize((json) => JSON.parse(json) as readonly string[], SHARED_MAX);

  constructor(
    private readonly database: ListRunner,
    private readonly ordinals: Ordinals,
  ) {}

  /** The facts of all nodes, or of the nodes with these ids. Deleted nodes are left out. */
  async read(ids?: readonly string[]): Promise<NodeFacts[]> {
    const rows = await (ids === undefined
      ? this.database.lists(FACTS)
      : this.database.lists(`${FACTS} and n.id = any($1::text[])`, [ids]));
    return rows.map((row) => this.factsOf(...(row as unknown as Parameters<NodeFactsReader['factsOf']>)));
  }

  /** Converts the values of a row. As objects, a hundred thousand rows would take twice the time. */
  private factsOf(
    id: string,
    publisherId: string,
    name: string,
    author: string | null,
    downloads: number,
    repoHostStars: number,
    rating: number | null,
    searchRanking: number | null,
    createdAt: number,
    updatedAt: number,
    isPublic: boolean,
    systems: string,
    accelerators: string,
    tags: string,
    category: string,
    hostRange: string,
  ): NodeFacts {
    const foldedId = foldNodeId(id);
    return {
      id,
      foldedId,
      ordinal: this.ordinals.of(foldedId),
      publisherId: this.#text(publisherId),
      name: sortable(name),
      author: author === null ? null : this.#text(sortable(author)),
      downloads,
      repoHostStars,
      rating,
      searchRanking,
      createdAt: Math.round(createdAt),
      updatedAt: Math.round(updatedAt),
      isPublic,
      systems: this.#list(systems),
      accelerators: this.#list(accelerators),
      tags: this.#list(tags),
      category: this.#text(category),
      hostRange: this.#text(hostRange),
    };
  }
}
