import {
  type DocumentNode,
  type FieldNode,
  type FragmentDefinitionNode,
  GraphQLObjectType,
  GraphQLSchema,
  Kind,
  type OperationDefinitionNode,
  visit,
} from 'graphql';
import { type CompiledQuery, compileQuery, isCompiledQuery } from 'graphql-jit';
import type { CacheStats } from '../catalogue/cache-stats.js';
import type { ListedNode } from '../catalogue/node-index.js';
import { BothReads, type ReadSet } from '../catalogue/read-set.js';
import type { NodeRecord } from '../catalogue/records.js';
import type { ListText, Stretch } from '../values/list-text.js';
import { allThere, type MaybePromise, whenThere } from '../values/maybe-promise.js';
import type { GraphContext } from './context.js';
import { AskedPage } from './paged.js';
import { type Part, PartStore } from './part-store.js';

type Run = CompiledQuery['query'];

/** What a document asks of each node of its page. */
interface PartDocument {
  /** Of a root that has one node. */
  readonly document: DocumentNode;
  /** The variables that it depends on. */
  readonly variables: readonly string[];
}

const named = (value: string): { kind: Kind.NAME; value: string } => ({ kind: Kind.NAME, value });

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

/** What is asked of each node of a page, as a document of its own. */
function partDocument(document: DocumentNode, operation: OperationDefinitionNode, nodes: FieldNode): PartDocument {
  const fragments = fragmentsIn(
    nodes,
    new Map(
      document.definitions.flatMap((one) => (one.kind === Kind.FRAGMENT_DEFINITION ? [[one.name.value, one]] : [])),
    ),
  );
  const used = new Set<string>();
  for (const place of [nodes, ...fragments]) visit(place, { Variable: ({ name }) => void used.add(name.value) });
  const variableDefinitions = (operation.variableDefinitions ?? []).filter(({ variable }) =>
    used.has(variable.name.value),
  );
  const { alias: _, ...node } = nodes;
  const part: OperationDefinitionNode = {
    ...operation,
    variableDefinitions,
    selectionSet: { kind: Kind.SELECTION_SET, selections: [{ ...node, name: named('node') }] },
  };
  return {
    document: { kind: Kind.DOCUMENT, definitions: [part, ...fragments] },
    variables: variableDefinitions.map(({ variable }) => variable.name.value),
  };
}

/** Makes pages of documents that ask for one page of nodes, of the texts of its nodes. */
export class PartedPages {
  readonly #parts: PartStore;
  readonly #schema: GraphQLSchema;
  /** How many documents were compiled. */
  #documents = 0;

  /** @param maxBytes what the texts of nodes may take */
  constructor(
    private readonly schema: GraphQLSchema,
    maxBytes: number,
  ) {
    this.#parts = new PartStore(maxBytes);
    // A root that has one node, for documents that ask for what belongs to one.
    this.#schema = new GraphQLSchema({
      query: new GraphQLObjectType({
        name: 'PartOfPage',
        fields: { node: { type: schema.getType('Node') as GraphQLObjectType } },
      }),
      directives: schema.getDirectives(),
    });
  }

  /** What the texts take. */
  get stats(): CacheStats {
    return this.#parts.stats;
  }

  /** Compiles a document whose page can be put together of parts; undefined for any other. */
  compile(document: DocumentNode, operation: OperationDefinitionNode): PageOfParts | undefined {
    const page = AskedPage.of(this.schema, operation);
    // Whoever reads past the caches gets nothing that was kept.
    if (!page || page.mayBeFresh) return undefined;
    const asked = partDocument(document, operation, page.nodes);
    const part = compileQuery(this.#schema, asked.document, operation.name?.value, {
      disablingCapturingStackErrors: true,
    });
    return isCompiledQuery(part)
      ? new PageOfParts(this.#parts, String(this.#documents++), page, asked.variables, part.query.bind(part))
      : undefined;
  }
}

interface Result {
  readonly data?: Readonly<Record<string, unknown>> | null;
  readonly errors?: readonly unknown[];
}

/** A document that asks for a page of nodes; what it asks of each is compiled. */
export class PageOfParts {
  constructor(
    private readonly store: PartStore,
    private readonly name: string,
    private readonly page: AskedPage,
    private readonly variables: readonly string[],
    private readonly part: Run,
  ) {}

  /**
   * The answer's data as JSON.
   * @param reads told what it is made of
   * @returns undefined where there are errors
   */
  data(
    context: GraphContext,
    variables: Readonly<Record<string, unknown>>,
    reads: ReadSet,
  ): MaybePromise<ListText | undefined> {
    const asked = this.page.now(variables);
    if (!asked) return undefined;
    const { catalogue } = context.scope.services;
    const name = `${this.name} ${JSON.stringify(this.variables.map((name) => (Object.hasOwn(variables, name) ? [variables[name]] : 0)))}`;
    return whenThere(catalogue.listed(asked.question, { reads }), ({ nodes, total }) => {
      const known = this.store.known(name, nodes, catalogue.revision.current, reads);
      const made = allThere(known.missing.map(({ node }) => this.#make(node, context, variables, reads)));
      return whenThere(made, (parts) => {
        if (parts.includes(undefined)) return undefined;
        (parts as Part[]).forEach((part, place) => known.fill(known.missing[place]!.at, part));
        // What was changed meanwhile may be in it or not.
        this.store.keep(
          name,
          (parts as Part[]).filter((part) => part.reads.isWhole && part.reads.holds()),
        );
        return this.page.text(asked.question, total, known.items as (string | Stretch)[], known.bytes);
      });
    });
  }

  /** One node's text; undefined where there are errors. */
  #make(
    listed: ListedNode,
    context: GraphContext,
    variables: Readonly<Record<string, unknown>>,
    reads: ReadSet,
  ): MaybePromise<Part | undefined> {
    const own = context.scope.services.catalogue.partReads();
    const scope = context.scope.part(new BothReads(own, reads));
    const made = whenThere(scope.loaders.node(listed.id), (node) => this.#json(node, { ...context, scope }, variables));
    return whenThere(made, (json) =>
      json === undefined ? undefined : { node: listed, json, bytes: Buffer.byteLength(json), reads: own },
    );
  }

  #json(
    node: NodeRecord | undefined,
    context: GraphContext,
    variables: Readonly<Record<string, unknown>>,
  ): MaybePromise<string | undefined> {
    return whenThere(this.part({ node }, context, variables) as MaybePromise<Result>, ({ data, errors }) =>
      errors || !data?.['node'] ? undefined : JSON.stringify(data['node']),
    );
  }
}
