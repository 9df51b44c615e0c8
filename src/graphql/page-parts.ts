import { type DocumentNode, type FieldNode, type FragmentDefinitionNode, GraphQLObjectType, GraphQLSchema, Kind, type OperationDefinitionNode, visit } from 'graphql';
import { type CompiledQuery, compileQuery, isCompiledQuery } from 'graphql-jit';
import { LRUCache } from 'lru-cache';
import type { CacheStats } from '../catalogue/cache-stats.js';
import { BothReads, type PartReads, type ReadSet } from '../catalogue/read-set.js';
import type { NodeRecord } from '../catalogue/records.js';
import { sizeOf } from '../catalogue/size-of.js';
import { allThere, type MaybePromise, whenThere } from '../values/maybe-promise.js';
import type { GraphContext } from './context.js';
import { answeredAs, pagedBy } from './paged.js';

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

/** One in so many comes in where others must go for it. */
const LET_IN = 16;

/** The JSON of one node, as one document asks for it. */
interface Part {
  readonly json: string;
  readonly reads: PartReads;
}

const sizeOfPart = ({ json, reads }: Part, key: string): number => sizeOf(json) + sizeOf(key) + reads.size + 150;

/** Nodes as documents ask for them, each as JSON: a page is put together of those that are known. */
export class PartStore {
  readonly #parts: LRUCache<string, Part>;
  readonly #schema: GraphQLSchema;
  #evictions = 0;
  #documents = 0;
  #refused = 0;

  constructor(
    private readonly schema: GraphQLSchema,
    maxBytes: number,
  ) {
    this.#parts = new LRUCache({ maxSize: maxBytes, sizeCalculation: sizeOfPart, dispose: (_part, _key, reason) => void (reason === 'evict' && this.#evictions++) });
    // A root that has one node, for documents that ask for what belongs to one.
    this.#schema = new GraphQLSchema({ query: new GraphQLObjectType({ name: 'PartOfPage', fields: { node: { type: schema.getType('Node') as GraphQLObjectType } } }), directives: schema.getDirectives() });
  }

  /** What it holds. */
  get stats(): CacheStats {
    return { bytes: this.#parts.calculatedSize, entries: this.#parts.size, evictions: this.#evictions };
  }

  /** The part under a key, where nothing of it has changed. */
  get(key: string): Part | undefined {
    const part = this.#parts.get(key);
    return part?.reads.holds() ? part : undefined;
  }

  /**
   * Keeps a part. Where others must go for it only one in so many is let in: there are as many parts as nodes, and where not all of
   * them have room it is no use to exchange them all the time.
   */
  set(key: string, part: Part): void {
    const hasRoom = this.#parts.calculatedSize + sizeOfPart(part, key) <= this.#parts.maxSize;
    if (hasRoom || this.#parts.has(key) || this.#refused++ % LET_IN === 0) this.#parts.set(key, part);
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
  data(context: GraphContext, variables: Readonly<Record<string, unknown>>, reads: ReadSet): MaybePromise<string | undefined> {
    const [listName, nodesName] = this.documents.names;
    const key = `${this.name} ${JSON.stringify(this.documents.variables.map((name) => (Object.hasOwn(variables, name) ? [variables[name]] : 0)))} `;
    return whenThere(this.page({}, context, variables) as MaybePromise<Result>, ({ data, errors }) => {
      if (errors || !data) return undefined;
      const list = data[listName] as Record<string, unknown>;
      const nodes = list[nodesName] as readonly { readonly id: string }[];
      return whenThere(allThere(nodes.map(({ id }) => this.#node(key + id, id, context, variables, reads))), (parts) => {
        if (parts.includes(undefined)) return undefined;
        const fields = Object.keys(list).map((name) => `${JSON.stringify(name)}:${name === nodesName ? `[${parts.join()}]` : JSON.stringify(list[name])}`);
        return `{${JSON.stringify(listName)}:{${fields.join()}}}`;
      });
    });
  }

  /** One node's JSON; undefined where there are errors. */
  #node(key: string, id: string, context: GraphContext, variables: Readonly<Record<string, unknown>>, reads: ReadSet): MaybePromise<string | undefined> {
    const known = this.store.get(key);
    if (known) {
      known.reads.tell(reads);
      return known.json;
    }
    const own = context.scope.services.catalogue.partReads();
    const scope = context.scope.part(new BothReads(own, reads));
    const made = whenThere(scope.loaders.node(id), (node) => this.#json(node, { ...context, scope }, variables));
    return whenThere(made, (json) => {
      // What was changed meanwhile may be in it or not.
      if (json !== undefined && own.isWhole && own.holds()) this.store.set(key, { json, reads: own });
      return json;
    });
  }

  #json(node: NodeRecord | undefined, context: GraphContext, variables: Readonly<Record<string, unknown>>): MaybePromise<string | undefined> {
    return whenThere(this.part({ node }, context, variables) as MaybePromise<Result>, ({ data, errors }) => (errors || !data?.['node'] ? undefined : JSON.stringify(data['node'])));
  }
}
