import { type DocumentNode, type FieldNode, type FragmentDefinitionNode, GraphQLObjectType, GraphQLSchema, Kind, type OperationDefinitionNode, visit } from 'graphql';
import { type CompiledQuery, compileQuery, isCompiledQuery } from 'graphql-jit';
import { LRUCache } from 'lru-cache';
import type { CacheStats } from '../catalogue/cache-stats.js';
import { BothReads, type PartReads, type ReadSet } from '../catalogue/read-set.js';
import type { NodeRecord } from '../catalogue/records.js';
import { sizeOf } from '../catalogue/size-of.js';
import type { ListText } from '../values/list-text.js';
import { oneIn } from '../values/one-in.js';
import { allThere, type MaybePromise, whenThere } from '../values/maybe-promise.js';
import type { GraphContext } from './context.js';
import { answeredAs, pagedBy, pageText } from './paged.js';

type Run = CompiledQuery['query'];

/** What a document asks of a page of nodes, and of each node of it. */
interface PagedDocuments {
  /** Of each node nothing but its id. */
  readonly page: DocumentNode;
  /** What is asked of each node, of a root that has one. */
  readonly part: DocumentNode;
  /** How the answer calls the list, and the nodes in it. */
  readonly names: readonly [list: string, nodes: string];
  /** The variables that parts depend on. */
  readonly variables: readonly string[];
}

const named = (value: string): { kind: Kind.NAME; value: string } => ({ kind: Kind.NAME, value });
const plainField = (name: string): FieldNode => ({ kind: Kind.FIELD, name: named(name) });
/** All fragments that stand in a part, in whatever depth. */
function fragmentsIn(part: FieldNode, all: ReadonlyMap<string, FragmentDefinitionNode>): FragmentDefinitionNode[] {
  const found = new Set<FragmentDefinitionNode>();
  const look = (node: FieldNode | FragmentDefinitionNode): void => {
    visit(node, {
      FragmentSpread: ({ name }) => {
        const fragment = all.get(name.value)!;
        if (found.has(fragment)) return;
        found.add(fragment);
        look(fragment);
      },
    });
  };
  look(part);
  return [...found];
}

/** Parts a document that asks for one page of nodes, and for nothing else; undefined for any other. */
function pagedDocuments(document: DocumentNode, operation: OperationDefinitionNode): PagedDocuments | undefined {
  const paged = pagedBy(operation);
  // Whoever reads past the caches gets nothing that was kept.
  if (!paged || paged.list.arguments?.some(({ name }) => name.value === 'latest')) return undefined;
  const { list, fields, nodes } = paged;
  const fragments = fragmentsIn(nodes, new Map(document.definitions.flatMap((one) => (one.kind === Kind.FRAGMENT_DEFINITION ? [[one.name.value, one]] : []))));
  const used = new Set<string>();
  for (const place of [nodes, ...fragments]) visit(place, { Variable: ({ name }) => void used.add(name.value) });
  const definitions = (operation.variableDefinitions ?? []).filter(({ variable }) => used.has(variable.name.value));
  const { alias: _, ...node } = nodes;
  const page: FieldNode = { ...list, selectionSet: { kind: Kind.SELECTION_SET, selections: fields.map((field) => (field === nodes ? { ...nodes, selectionSet: { kind: Kind.SELECTION_SET, selections: [plainField('id')] } } : field)) } };
  const operationOf = (field: FieldNode, variableDefinitions = operation.variableDefinitions): OperationDefinitionNode => ({ ...operation, ...(variableDefinitions ? { variableDefinitions } : {}), selectionSet: { kind: Kind.SELECTION_SET, selections: [field] } });
  return {
    page: { kind: Kind.DOCUMENT, definitions: [operationOf(page)] },
    part: { kind: Kind.DOCUMENT, definitions: [operationOf({ ...node, name: named('node') }, definitions), ...fragments] },
    names: [answeredAs(list), answeredAs(nodes)],
    variables: definitions.map(({ variable }) => variable.name.value),
  };
}

/** The JSON of one node, as one document asks for it. */
interface PartText {
  readonly json: string;
  /** Its length in UTF-8. */
  readonly bytes: number;
}

interface Part extends PartText {
  readonly reads: PartReads;
}

/** What one document asks for with the same variables, by the ids of nodes. */
class Shelf {
  readonly parts = new Map<string, KeptPart>();

  constructor(readonly name: string) {}
}

interface KeptPart extends Part {
  readonly id: string;
  readonly shelf: Shelf;
}

/** Nothing is kept on shelves of longer names: callers choose the variables, and may choose others each time. */
const NAME_MAX = 200;
/** What an empty shelf takes beside its name, about. */
const SHELF = 500;

// With its places on the shelf and among those that go first; the first one has brought the shelf.
const sizeOfPart = ({ json, reads, shelf }: KeptPart): number => sizeOf(json) + reads.size + 250 + (shelf.parts.size === 0 ? sizeOf(shelf.name) + SHELF : 0);

/**
 * Nodes as documents ask for them, each as JSON: a page is put together of those that are known. They are looked up by the id alone, of
 * which the text is there: to look for one of a hundred thousand by a text that is made for it takes five times as long.
 */
export class PartStore {
  readonly #shelves = new Map<string, Shelf>();
  readonly #parts: LRUCache<KeptPart, true>;
  /** Whether it is noted that this one was read: to find its place among those that go first takes longer than to find it. */
  readonly #isNoted = oneIn(32);
  readonly #schema: GraphQLSchema;
  /** Whether the next one comes in for which others must go. */
  readonly #isLetIn = oneIn(16);
  #evictions = 0;
  #documents = 0;

  constructor(
    private readonly schema: GraphQLSchema,
    maxBytes: number,
  ) {
    this.#parts = new LRUCache<KeptPart, true>({ maxSize: maxBytes, sizeCalculation: (_kept, part) => sizeOfPart(part), dispose: (_kept, part, reason) => this.#leave(part, reason) });
    // A root that has one node, for documents that ask for what belongs to one.
    this.#schema = new GraphQLSchema({ query: new GraphQLObjectType({ name: 'PartOfPage', fields: { node: { type: schema.getType('Node') as GraphQLObjectType } } }), directives: schema.getDirectives() });
  }

  /** What it holds. */
  get stats(): CacheStats {
    return { bytes: this.#parts.calculatedSize, entries: this.#parts.size, evictions: this.#evictions };
  }

  /** The shelf of a name; one that is empty is kept by nobody. */
  shelf(name: string): Shelf {
    return this.#shelves.get(name) ?? new Shelf(name);
  }

  /** The part of a node, where nothing of it has changed. */
  get(shelf: Shelf, id: string): Part | undefined {
    const part = shelf.parts.get(id);
    if (!part?.reads.holds()) return undefined;
    if (this.#isNoted()) this.#parts.get(part);
    return part;
  }

  /**
   * Keeps the part of a node. Where others must go for it only one in so many is let in: where nodes are more than there is room for it
   * is no use to exchange them all the time.
   */
  set(name: string, id: string, part: Part): void {
    if (name.length > NAME_MAX) return;
    const shelf = this.shelf(name);
    const before = shelf.parts.get(id);
    const kept = { ...part, id, shelf };
    const hasRoom = this.#parts.calculatedSize + sizeOfPart(kept) <= this.#parts.maxSize;
    if (!hasRoom && !before && !this.#isLetIn()) return;
    if (before) this.#parts.delete(before);
    // One that is larger than all the room there is has none.
    if (!this.#parts.set(kept, true).has(kept)) return;
    shelf.parts.set(id, kept);
    this.#shelves.set(name, shelf);
  }

  #leave({ id, shelf }: KeptPart, reason: LRUCache.DisposeReason): void {
    if (reason === 'evict') this.#evictions++;
    shelf.parts.delete(id);
    if (shelf.parts.size === 0) this.#shelves.delete(shelf.name);
  }

  /** Compiles a document whose page can be put together of parts; undefined for any other. */
  compile(document: DocumentNode, operation: OperationDefinitionNode): PageOfParts | undefined {
    const documents = pagedDocuments(document, operation);
    if (!documents) return undefined;
    const options = { disablingCapturingStackErrors: true };
    const [page, part] = [compileQuery(this.schema, documents.page, operation.name?.value, options), compileQuery(this.#schema, documents.part, operation.name?.value, options)];
    if (!isCompiledQuery(page) || !isCompiledQuery(part)) return undefined;
    return new PageOfParts(this, String(this.#documents++), documents, page.query.bind(page), part.query.bind(part));
  }
}

interface Result {
  readonly data?: Readonly<Record<string, unknown>> | null;
  readonly errors?: readonly unknown[];
}

/** A document that asks for a page of nodes, compiled in two: for the page, and for a node of it. */
export class PageOfParts {
  constructor(
    private readonly store: PartStore,
    private readonly name: string,
    private readonly documents: PagedDocuments,
    private readonly page: Run,
    private readonly part: Run,
  ) {}

  /**
   * The answer's data as JSON.
   * @param reads told what it is made of
   * @returns undefined where there are errors
   */
  data(context: GraphContext, variables: Readonly<Record<string, unknown>>, reads: ReadSet): MaybePromise<ListText | undefined> {
    const [listName, nodesName] = this.documents.names;
    const name = `${this.name} ${JSON.stringify(this.documents.variables.map((name) => (Object.hasOwn(variables, name) ? [variables[name]] : 0)))}`;
    const shelf = this.store.shelf(name);
    return whenThere(this.page({}, context, variables) as MaybePromise<Result>, ({ data, errors }) => {
      if (errors || !data) return undefined;
      const list = data[listName] as Record<string, unknown>;
      const nodes = list[nodesName] as readonly { readonly id: string }[];
      return whenThere(allThere(nodes.map(({ id }) => this.#node(shelf, id, context, variables, reads))), (parts) => {
        if (parts.includes(undefined)) return undefined;
        const texts = parts as PartText[];
        const fields = Object.keys(list).map((name) => [name, name === nodesName ? undefined : JSON.stringify(list[name])] as const);
        return pageText(listName, fields, texts.map(({ json }) => json), texts.reduce((sum, { bytes }) => sum + bytes, 0));
      });
    });
  }

  /** One node's text; undefined where there are errors. */
  #node(shelf: Shelf, id: string, context: GraphContext, variables: Readonly<Record<string, unknown>>, reads: ReadSet): MaybePromise<PartText | undefined> {
    const known = this.store.get(shelf, id);
    if (known) {
      reads.addPart(known.reads);
      return known;
    }
    const own = context.scope.services.catalogue.partReads();
    const scope = context.scope.part(new BothReads(own, reads));
    const made = whenThere(scope.loaders.node(id), (node) => this.#json(node, { ...context, scope }, variables));
    return whenThere(made, (json) => {
      if (json === undefined) return undefined;
      const text = { json, bytes: Buffer.byteLength(json) };
      // What was changed meanwhile may be in it or not.
      if (own.isWhole && own.holds()) this.store.set(shelf.name, id, { ...text, reads: own });
      return text;
    });
  }

  #json(node: NodeRecord | undefined, context: GraphContext, variables: Readonly<Record<string, unknown>>): MaybePromise<string | undefined> {
    return whenThere(this.part({ node }, context, variables) as MaybePromise<Result>, ({ data, errors }) => (errors || !data?.['node'] ? undefined : JSON.stringify(data['node'])));
  }
}
