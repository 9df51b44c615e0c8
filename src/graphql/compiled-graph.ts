import { type DocumentNode, getNamedType, getOperationAST, type GraphQLSchema, isObjectType, Kind, type OperationDefinitionNode, parse, TypeInfo, validate, visit, visitWithTypeInfo } from 'graphql';
import { type CompiledQuery, compileQuery, isCompiledQuery } from 'graphql-jit';
import { LRUCache } from 'lru-cache';
import type { MaybePromise } from '../values/maybe-promise.js';
import { refusalOf } from '../values/parse.js';
import type { GraphContext } from './context.js';
import { costOf } from './cost.js';
import { isAcceptableDocument, MAX_TOKENS, QUESTION } from './plugins.js';

/** Fields whose value for a stranger follows from the catalogue alone, beside those that only read what is there. */
const PUBLIC_FIELDS = new Set([
  'Query.node', 'Query.nodes', 'Query.searchNodes', 'Query.publisher', 'Query.publishers', 'Query.nodeVersion', 'Query.nodeVersions', 'Query.nodeVersionsByNumber', 'Query.coreNode', 'Query.coreNodes',
  'Node.publisher', 'Node.latestVersion', 'Node.versions', 'Node.coreNodes', 'Node.translations',
  'NodeVersion.node', 'NodeVersion.coreNodes', 'NodeVersion.coreNode', 'Publisher.nodes', 'CoreNode.nodeVersion',
  'NodeConnection.totalCount', 'NodeVersionConnection.totalCount', 'CoreNodeConnection.totalCount',
]);

/** So that whoever sends ever new documents has none of them compiled. */
const SEEN_BEFORE = 3;
const DOCUMENTS_MAX = 500;
const COSTS_MAX = 200;
const CHARACTERS_MAX = 10_000_000;
/** Answers of operations below this cost can't grow without measure. */
const SMALL_COST = 500;

/** What a request asks. */
export interface GraphQuestion {
  readonly query: string;
  readonly operationName: string | undefined;
  readonly variables: Record<string, unknown>;
}

/** An operation that was compiled. */
interface Prepared {
  readonly document: DocumentNode;
  readonly operation: OperationDefinitionNode;
  readonly query: CompiledQuery['query'];
  /** The variables that its cost may depend on. */
  readonly costly: readonly string[];
  readonly costs: Map<string, number>;
}

/** Whether the answer is longer than it may be; counting ends there. */
function isTooLong(value: unknown): boolean {
  let left = CHARACTERS_MAX;
  const walk = (part: unknown): void => {
    if (left < 0) return;
    if (typeof part === 'string') left -= part.length;
    else if (Array.isArray(part)) part.forEach(walk);
    else if (typeof part === 'object' && part !== null) for (const key in part) walk((part as Record<string, unknown>)[key]);
    else left -= 8;
  };
  walk(value);
  return left < 0;
}

/**
 * The public graph, compiled: operations of strangers that only read the catalogue, in functions made for each of them. All
 * else, and all that goes wrong, is left to the server of the whole graph, which answers it in full.
 */
export class CompiledGraph {
  /** Undefined while it was not seen often enough, null for what is none of this. */
  readonly #prepared = new LRUCache<string, { seen: number; operation?: Prepared | null }>({ max: DOCUMENTS_MAX });

  constructor(
    private readonly schema: GraphQLSchema,
    private readonly maxCost: number,
  ) {}

  /** The JSON of the answer, without errors; undefined where it must be found another way. */
  answer(question: GraphQuestion, context: GraphContext): MaybePromise<string | undefined> {
    const prepared = this.#prepare(question);
    if (!prepared || refusalOf(question.variables, QUESTION) !== undefined) return undefined;
    const cost = this.#cost(prepared, question.variables);
    if (cost === undefined || cost > this.maxCost) return undefined;
    const finish = ({ data, errors }: { data?: unknown; errors?: unknown }): string | undefined => {
      if (errors !== undefined || data === null || data === undefined || (cost > SMALL_COST && isTooLong(data))) return undefined;
      return `${JSON.stringify({ data, extensions: { cost: { requested: cost, limit: this.maxCost } } })}\n`;
    };
    const result = prepared.query({}, context, question.variables);
    return result instanceof Promise ? result.then(finish) : finish(result as { data?: unknown; errors?: unknown });
  }

  #prepare({ query, operationName }: GraphQuestion): Prepared | null | undefined {
    const key = operationName === undefined ? query : `${operationName}\0${query}`;
    let known = this.#prepared.get(key);
    if (!known) this.#prepared.set(key, (known = { seen: 0 }));
    if (known.operation === undefined && ++known.seen >= SEEN_BEFORE) known.operation = this.#compile(query, operationName);
    return known.operation;
  }

  #compile(query: string, operationName: string | undefined): Prepared | null {
    let document: DocumentNode;
    try {
      document = parse(query, { maxTokens: MAX_TOKENS });
      if (!isAcceptableDocument(document) || validate(this.schema, document).length > 0) return null;
    } catch {
      return null;
    }
    const operation = getOperationAST(document, operationName);
    if (operation?.operation !== 'query' || !this.#isPublic(document)) return null;
    const compiled = compileQuery(this.schema, document, operationName, { disablingCapturingStackErrors: true });
    if (!isCompiledQuery(compiled)) return null;
    return { document, operation, query: compiled.query.bind(compiled), costly: costlyVariables(document, operation), costs: new Map() };
  }

  #isPublic(document: DocumentNode): boolean {
    const types = new TypeInfo(this.schema);
    let isPublic = true;
    visit(
      document,
      visitWithTypeInfo(types, {
        Field: ({ name }) => {
          const parent = types.getParentType();
          if (name.value === '__typename') return;
          if (name.value.startsWith('__') || !isObjectType(parent)) isPublic = false;
          else if (parent.getFields()[name.value]?.resolve !== undefined && !PUBLIC_FIELDS.has(`${parent.name}.${name.value}`)) isPublic = false;
        },
      }),
    );
    return isPublic;
  }

  #cost({ document, operation, costly, costs }: Prepared, variables: Record<string, unknown>): number | undefined {
    const key = costly.length === 0 ? '' : JSON.stringify(costly.map((name) => variables[name]));
    let cost = costs.get(key);
    if (cost === undefined) {
      try {
        cost = costOf(this.schema, document, operation, variables);
      } catch {
        return undefined;
      }
      if (costs.size >= COSTS_MAX) costs.clear();
      costs.set(key, cost);
    }
    return cost;
  }
}

/** The variables that sizes of pages, lists and directives are taken from: all others leave the cost alone. */
function costlyVariables(document: DocumentNode, operation: OperationDefinitionNode): string[] {
  const sized = new Set<string>();
  visit(document, {
    Argument: ({ name, value }) => {
      if (['limit', 'first'].includes(name.value) && value.kind === Kind.VARIABLE) sized.add(value.name.value);
    },
    Directive: ({ arguments: given }) => {
      for (const { value } of given ?? []) if (value.kind === Kind.VARIABLE) sized.add(value.name.value);
    },
  });
  const scalars = new Set(['Int', 'String', 'ID', 'Boolean', 'Float']);
  return (operation.variableDefinitions ?? [])
    .filter((definition) => {
      const type = definition.type.kind === Kind.NON_NULL_TYPE ? definition.type.type : definition.type;
      return sized.has(definition.variable.name.value) || type.kind !== Kind.NAMED_TYPE || !scalars.has(type.name.value);
    })
    .map(({ variable }) => variable.name.value);
}

/** The names of the fields above that the schema does not have: none. */
export function unknownPublicFields(schema: GraphQLSchema): string[] {
  return [...PUBLIC_FIELDS].filter((name) => {
    const [parent, field] = name.split('.') as [string, string];
    const type = schema.getType(parent);
    return !isObjectType(type) || getNamedType(type.getFields()[field]?.type) === undefined;
  });
}
