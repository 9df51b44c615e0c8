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
import { ANSWER_BYTES } from '../values/answer-bytes.js';
import { byteLengthOf, type Text, within } from '../values/list-text.js';
import { refusalOf } from '../values/parse.js';
import { type CacheValidity, validityOf } from './access.js';
import { chargeRead, isWork } from './charge.js';
import { conditionVariables, withoutConditions } from './conditions.js';
import type { GraphContext } from './context.js';
import { costOf, expandedSize } from './cost.js';
import { faultOfDocument, MAX_TOKENS } from './document-limits.js';
import { isAcceptableDocument, QUESTION } from './plugins.js';
import { ShapedPage } from './shaped-page.js';

/**
 * A document is compiled when it is received for the third time, so that documents that occur once or twice are not.
 */
const COMPILED_AT = 3;
/** Limits of the characters and fields of compiled documents. Compiling larger ones takes too long. */
const QUERY_MAX = 8192;
const FIELDS_MAX = 400;
/** Memory limit for compiled documents, and the estimated size of one compiled field. */
const BYTES_MAX = 48 * 1024 * 1024;
const BYTES_PER_FIELD = 12_000;
/** The maximum number of compilations of one document, for different values of its condition variables. */
const QUERIES_MAX = 4;
/** Limits of the cached costs of one document: their number, and the length of a key. */
const COSTS_MAX = 100;
const COST_KEY_MAX = 200;
/** The size of data up to this cost is checked only after it is written as JSON. */
const UNCHECKED_COST_MAX = 500;

export interface GraphQuestion {
  readonly query: string;
  readonly operationName: string | undefined;
  readonly variables: Record<string, unknown>;
}

export interface GraphAnswer {
  readonly json: Text;
  readonly operation: string | undefined;
  /** True if the response may be cached for later requests. */
  readonly isCacheable: boolean;
  /** The dependencies of the response, if they were tracked. */
  readonly reads: ReadSet | undefined;
}

interface Prepared {
  readonly document: DocumentNode;
  readonly operation: OperationDefinitionNode;
  /** The page of nodes, if the operation selects nothing but one page of nodes. */
  readonly page: ShapedPage | undefined;
  /** The variables that `@skip` and `@include` depend on. */
  readonly conditions: readonly string[];
  /**
   * The functions that graphql-jit compiled, by the values of the condition variables. `null` if it can't compile one.
   */
  readonly queries: Map<string, CompiledQuery['query'] | null>;
  /** True if a field has the argument `latest`: the response must reflect all commits made before the request. */
  readonly mayReadLatest: boolean;
  /** True if the resolvers of all selected fields report their dependencies. */
  readonly isTracked: boolean;
  readonly size: number;
  /** The variables that the cost may depend on. */
  readonly costly: readonly string[];
  /** Costs by the values of these variables. */
  readonly costs: Map<string, number>;
}

/** How often an operation was received, and its compiled form. */
interface Seen {
  times: number;
  /** `undefined` until the document was received often enough; `null` if it can't be compiled. */
  operation?: Prepared | null;
}

/** True if data is certainly larger than the size limit once it is written as JSON. Stops counting at the limit. */
function isTooLong(value: unknown): boolean {
  let left = ANSWER_BYTES;
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
 * Compiles and executes queries of anonymous callers that only read the catalogue. Apollo executes all other
 * operations, and those that have errors here.
 */
export class CompiledGraph {
  readonly documents = new BoundedCache<string, Seen>({
    maxBytes: BYTES_MAX,
    sizeOf: ({ operation }, key) => key.length * 2 + 500 + (operation?.size ?? 0),
  });

  constructor(
    private readonly schema: GraphQLSchema,
    private readonly maxCost: number,
  ) {}

  /** The response, which has no errors; `undefined` if Apollo must execute the operation. */
  async answer(question: GraphQuestion, context: GraphContext): Promise<GraphAnswer | undefined> {
    const prepared = this.#prepare(question);
    if (!prepared || refusalOf(question.variables, QUESTION) !== undefined) return undefined;
    const cost = this.#cost(prepared, question.variables);
    if (cost === undefined || cost > this.maxCost || isWork(cost)) return undefined;
    chargeRead(context.scope, cost);
    const plan = prepared.page?.plan(question.variables);
    const reads = plan || prepared.isTracked ? context.scope.services.catalogue.readSet() : undefined;
    const text = plan
      ? await prepared.page!.data(context.scope.services.catalogue, plan, reads)
      : await this.#run(prepared, context, question.variables, cost, reads);
    if (text === undefined) return undefined;
    const json = within('{"data":', text, `,"extensions":{"cost":{"requested":${cost},"limit":${this.maxCost}}}}\n`);
    if (byteLengthOf(json) > ANSWER_BYTES) return undefined;
    return { json, operation: prepared.operation.name?.value, isCacheable: !prepared.mayReadLatest, reads };
  }

  /** Runs an operation with graphql-jit. @returns the data; `undefined` if there are errors or the data is too large */
  async #run(
    prepared: Prepared,
    context: GraphContext,
    variables: Record<string, unknown>,
    cost: number,
    reads: ReadSet | undefined,
  ): Promise<Text | undefined> {
    const query = this.#queryFor(prepared, variables);
    if (!query) return undefined;
    context.scope.loaders.reads = reads;
    const { data, errors } = (await query({}, context, variables)) as { data?: unknown; errors?: unknown };
    if (errors !== undefined || data === null || data === undefined) return undefined;
    return cost > UNCHECKED_COST_MAX && isTooLong(data) ? undefined : JSON.stringify(data);
  }

  #prepare({ query, operationName }: GraphQuestion): Prepared | null | undefined {
    if (query.length > QUERY_MAX) return null;
    const key = JSON.stringify([operationName ?? null, query]);
    let known = this.documents.get(key);
    if (!known) this.documents.set(key, (known = { times: 0 }));
    if (known.operation === undefined && ++known.times >= COMPILED_AT) {
      known.operation = this.#compile(query, operationName);
      // Stored again, so that the cache counts its new size.
      this.documents.delete(key);
      this.documents.set(key, known);
    }
    return known.operation;
  }

  #compile(query: string, operationName: string | undefined): Prepared | null {
    // Compiled code builds object literals, in which `__proto__` would not become a field.
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
    // Checked before compilation, which expands every fragment.
    const fields = expandedSize(document, operation);
    if (fields > FIELDS_MAX) return null;
    return {
      document,
      operation,
      page: ShapedPage.of(this.schema, document, operation),
      conditions: conditionVariables(document),
      queries: new Map(),
      mayReadLatest: hasArgument(document, 'latest'),
      isTracked: validity === 'tracked',
      size: fields * BYTES_PER_FIELD,
      costly: costlyVariables(document, operation),
      costs: new Map(),
    };
  }

  /**
   * The operation compiled for the current values of its conditions. Conditions are evaluated before graphql-jit
   * compiles the document, because it returns wrong results if a field is selected several times under different
   * conditions.
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

  /** How long the responses to a document may be cached; `undefined` if one of its fields may not be cached. */
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
    // An absent variable differs from `null`, because it may have a default.
    const key =
      costly.length === 0
        ? ''
        : JSON.stringify(costly.map((name) => (Object.hasOwn(variables, name) ? [variables[name]] : 0)));
    let cost = costs.get(key);
    if (cost !== undefined) return cost;
    try {
      cost = costOf(this.schema, document, operation, variables);
    } catch {
      return undefined;
    }
    if (key.length <= COST_KEY_MAX) {
      if (costs.size >= COSTS_MAX) costs.clear();
      costs.set(key, cost);
    }
    return cost;
  }
}

/** True if any field of a document has an argument of this name. */
function hasArgument(document: DocumentNode, argument: string): boolean {
  let has = false;
  visit(document, { Argument: ({ name }) => void (has ||= name.value === argument) });
  return has;
}

/** The variables that can affect the cost: page sizes, conditions, and all that are not scalars, such as lists. */
function costlyVariables(document: DocumentNode, operation: OperationDefinitionNode): string[] {
  const sized = new Set(conditionVariables(document));
  visit(document, {
    Argument: ({ name, value }) => {
      if (['limit', 'first'].includes(name.value) && value.kind === Kind.VARIABLE) sized.add(value.name.value);
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
