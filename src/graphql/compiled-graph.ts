import {
  type DocumentNode,
  getOperationAST,
  getVariableValues,
  type GraphQLSchema,
  Kind,
  type OperationDefinitionNode,
  parse,
  TypeInfo,
  validate,
  visit,
  visitWithTypeInfo,
} from 'graphql';
import { type CompiledQuery, compileQuery, isCompiledQuery } from 'graphql-jit';
import type { ReadSet } from '../catalogue/read-set.js';
import { BoundedCache } from '../values/bounded-cache.js';
import { type Text, within } from '../values/list-text.js';
import { type MaybePromise, whenThere } from '../values/maybe-promise.js';
import { refusalOf } from '../values/parse.js';
import { type CacheValidity, validityOf } from './asks.js';
import { chargeRead, isWork } from './charge.js';
import { conditionVariables, withoutConditions } from './conditions.js';
import type { GraphContext } from './context.js';
import { costOf, expandedSize } from './cost.js';
import { faultOfDocument, MAX_TOKENS } from './document-limits.js';
import { isAcceptableDocument, QUESTION } from './plugins.js';
import { ShapedPage } from './shaped-page.js';

/** A document is compiled when it comes for this time: clients that send a new one each time cause no compilation. */
const SEEN_BEFORE = 3;
/** Larger ones are compiled for too long, and come too seldom. */
const QUERY_MAX = 8192;
const FIELDS_MAX = 400;
/** What compiled documents may take, and what one of their fields takes, about. */
const BYTES_MAX = 48 * 1024 * 1024;
const BYTES_A_FIELD = 12_000;
/** How often one document is compiled at most, for different values of its conditions. */
const QUERIES_MAX = 4;
const COSTS_MAX = 100;
const COST_KEY_MAX = 200;
const CHARACTERS_MAX = 10_000_000;
/** Answers of operations below this cost can't grow without measure. */
const SMALL_COST = 500;

/** A GraphQL request. */
export interface GraphQuestion {
  readonly query: string;
  readonly operationName: string | undefined;
  readonly variables: Record<string, unknown>;
}

/** The response to it. */
export interface GraphAnswer {
  readonly json: Text;
  /** The name of the operation. */
  readonly operation: string | undefined;
  /** Whether later requests may get it, too. */
  readonly isCacheable: boolean;
  /** All that it was made of, where that is known. */
  readonly reads: ReadSet | undefined;
}

/** An operation that was compiled. */
interface Prepared {
  readonly document: DocumentNode;
  readonly operation: OperationDefinitionNode;
  /** Its one page of nodes, if it asks for nothing else. */
  readonly page: ShapedPage | undefined;
  /** The variables that its conditions depend on. */
  readonly conditions: readonly string[];
  /** Compiled by graphql-jit when first needed, by the values of these variables; `null` if it can't be. */
  readonly queries: Map<string, CompiledQuery['query'] | null>;
  /** Whether a field has the argument `latest`, so that each request must learn of new commits first. */
  readonly mayReadLatest: boolean;
  /** Whether its resolvers report all that they read. */
  readonly isTracked: boolean;
  /** The bytes that it takes, about. */
  readonly size: number;
  /** The variables that its cost may depend on. */
  readonly costly: readonly string[];
  readonly costs: Map<string, number>;
}

/** A document, as often as it came. */
interface Seen {
  times: number;
  /** Undefined while it did not come often enough, null for what is none of this. */
  operation?: Prepared | null;
}

/** Whether the answer is longer than it may be; counting ends there. */
function isTooLong(value: unknown): boolean {
  let left = CHARACTERS_MAX;
  const walk = (part: unknown): void => {
    if (left < 0) return;
    if (typeof part === 'string') left -= part.length;
    else if (Array.isArray(part)) part.forEach(walk);
    else if (typeof part === 'object' && part !== null) {
      for (const key in part) {
        left -= key.length + 3;
        walk((part as Record<string, unknown>)[key]);
      }
    } else left -= 8;
  };
  walk(value);
  return left < 0;
}

/**
 * Compiles the operations of anonymous callers that only read the catalogue. All other operations, and every error, are
 * left to Apollo.
 */
export class CompiledGraph {
  readonly #prepared = new BoundedCache<string, Seen>({
    maxBytes: BYTES_MAX,
    sizeOf: ({ operation }, key) => key.length * 2 + 500 + (operation?.size ?? 0),
  });

  constructor(
    private readonly schema: GraphQLSchema,
    private readonly maxCost: number,
  ) {}

  /** The answer, without errors; undefined where it must be found another way. */
  answer(question: GraphQuestion, context: GraphContext): MaybePromise<GraphAnswer | undefined> {
    const prepared = this.#prepare(question);
    if (!prepared || refusalOf(question.variables, QUESTION) !== undefined) return undefined;
    const cost = this.#cost(prepared, question.variables);
    if (cost === undefined || cost > this.maxCost || isWork(cost)) return undefined;
    chargeRead(context.scope, cost);
    const plan = prepared.page?.plan(question.variables);
    const reads = plan || prepared.isTracked ? context.scope.services.catalogue.readSet() : undefined;
    const data = plan
      ? prepared.page!.data(context.scope.services.catalogue, plan, reads)
      : this.#run(prepared, context, question.variables, cost, reads);
    return whenThere(data, (text) => {
      if (text === undefined || text.length > CHARACTERS_MAX) return undefined;
      return {
        json: within('{"data":', text, `,"extensions":{"cost":{"requested":${cost},"limit":${this.maxCost}}}}\n`),
        operation: prepared.operation.name?.value,
        isCacheable: !prepared.mayReadLatest,
        reads,
      };
    });
  }

  /** Runs an operation with graphql-jit. @returns its data; `undefined` if that has errors or is too long */
  #run(
    prepared: Prepared,
    context: GraphContext,
    variables: Record<string, unknown>,
    cost: number,
    reads: ReadSet | undefined,
  ): MaybePromise<Text | undefined> {
    const query = this.#queryFor(prepared, variables);
    if (!query) return undefined;
    context.scope.loaders.reads = reads;
    return whenThere(
      query({}, context, variables) as MaybePromise<{ data?: unknown; errors?: unknown }>,
      ({ data, errors }) => {
        if (errors !== undefined || data === null || data === undefined) return undefined;
        return cost > SMALL_COST && isTooLong(data) ? undefined : JSON.stringify(data);
      },
    );
  }

  #prepare({ query, operationName, variables }: GraphQuestion): Prepared | null | undefined {
    if (query.length > QUERY_MAX) return null;
    const key = JSON.stringify([operationName ?? null, query]);
    let known = this.#prepared.get(key);
    if (!known) this.#prepared.set(key, (known = { times: 0 }));
    if (known.operation === undefined && ++known.times >= SEEN_BEFORE) {
      known.operation = this.#compile(query, operationName, variables);
      // It takes more room now.
      this.#prepared.delete(key);
      this.#prepared.set(key, known);
    }
    return known.operation;
  }

  #compile(query: string, operationName: string | undefined, variables: Record<string, unknown>): Prepared | null {
    // An object made by compiled code can't have a field of this name.
    if (faultOfDocument(query) || query.includes('__proto__')) return null;
    let document: DocumentNode;
    try {
      document = parse(query, { maxTokens: MAX_TOKENS });
      if (!isAcceptableDocument(document) || validate(this.schema, document).length > 0) return null;
    } catch {
      return null;
    }
    const operation = getOperationAST(document, operationName);
    const validity = this.#validity(document);
    if (operation?.operation !== 'query' || validity === undefined) return null;
    // Compiling puts every fragment in its place, so that comes first which says how many there are.
    const fields = expandedSize(document, operation);
    if (fields > FIELDS_MAX || this.#costOf(document, operation, variables) === undefined) return null;
    return {
      document,
      operation,
      page: ShapedPage.of(this.schema, document, operation),
      conditions: conditionVariables(document),
      queries: new Map(),
      mayReadLatest: hasArgument(document, 'latest'),
      isTracked: validity === 'tracked',
      size: fields * BYTES_A_FIELD,
      costly: costlyVariables(document, operation),
      costs: new Map(),
    };
  }

  /**
   * The operation compiled for the values that its conditions have now. Conditions are resolved before graphql-jit sees
   * them: it gives wrong answers where one field stands in several places under different conditions.
   */
  #queryFor(
    { document, operation, conditions, queries }: Prepared,
    variables: Record<string, unknown>,
  ): CompiledQuery['query'] | null | undefined {
    const { coerced } = getVariableValues(this.schema, operation.variableDefinitions ?? [], variables);
    if (!coerced) return undefined;
    const key = conditions.map((name) => String(coerced[name])).join();
    const known = queries.get(key);
    if (known !== undefined || queries.size >= QUERIES_MAX) return known;
    const pruned = withoutConditions(document, coerced);
    const compiled =
      pruned && compileQuery(this.schema, pruned, operation.name?.value, { disablingCapturingStackErrors: true });
    const query = compiled && isCompiledQuery(compiled) ? compiled.query.bind(compiled) : null;
    queries.set(key, query);
    return query;
  }

  /** How long the answers to a document may be cached; `undefined` if one of its fields may not. */
  #validity(document: DocumentNode): CacheValidity | undefined {
    const types = new TypeInfo(this.schema);
    const found = new Set<CacheValidity | undefined>();
    visit(
      document,
      visitWithTypeInfo(types, {
        Field: ({ name }) => {
          if (name.value === '__typename') return;
          const field = types.getFieldDef();
          found.add(name.value.startsWith('__') || !field ? undefined : validityOf(field));
        },
      }),
    );
    if (found.has(undefined)) return undefined;
    return found.has('revision') ? 'revision' : 'tracked';
  }

  #cost({ document, operation, costly, costs }: Prepared, variables: Record<string, unknown>): number | undefined {
    // What is not said may be another value than null.
    const key =
      costly.length === 0
        ? ''
        : JSON.stringify(costly.map((name) => (Object.hasOwn(variables, name) ? [variables[name]] : 0)));
    const known = costs.get(key);
    if (known !== undefined) return known;
    const cost = this.#costOf(document, operation, variables);
    if (cost !== undefined && key.length <= COST_KEY_MAX) {
      if (costs.size >= COSTS_MAX) costs.clear();
      costs.set(key, cost);
    }
    return cost;
  }

  #costOf(
    document: DocumentNode,
    operation: OperationDefinitionNode,
    variables: Record<string, unknown>,
  ): number | undefined {
    try {
      return costOf(this.schema, document, operation, variables);
    } catch {
      return undefined;
    }
  }
}

/** Whether any field of a document has an argument of this name. */
function hasArgument(document: DocumentNode, argument: string): boolean {
  let has = false;
  visit(document, { Argument: ({ name }) => void (has ||= name.value === argument) });
  return has;
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
      return (
        sized.has(definition.variable.name.value) || type.kind !== Kind.NAMED_TYPE || !scalars.has(type.name.value)
      );
    })
    .map(({ variable }) => variable.name.value);
}
