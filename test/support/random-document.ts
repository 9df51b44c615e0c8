import {
  getNamedType,
  type GraphQLArgument,
  type GraphQLField,
  type GraphQLObjectType,
  type GraphQLSchema,
  isEnumType,
  isLeafType,
  isObjectType,
  isRequiredArgument,
} from 'graphql';
import { validityOf } from '../../src/graphql/access.js';
import type { Random } from './random.js';

/** Ids and names of existing objects, for the arguments of random documents. */
export interface Existing {
  readonly nodes: readonly string[];
  readonly publishers: readonly string[];
  readonly versions: readonly string[];
  readonly coreNodes: readonly string[];
}

/** A random document that reads public fields, with its variables. */
export interface RandomDocument {
  readonly query: string;
  readonly variables: Record<string, unknown>;
}

const ORDERS = [
  '{ field: id }',
  '{ field: name, direction: desc }',
  '{ field: downloads, direction: desc }',
  '{ field: created_at }',
  '{ field: rating }',
  '{ field: publisher, direction: desc }',
];

/** Fields that no shape covers. Without them, shapes write about half of the pages. */
const NOT_IN_SHAPES = ['coreNodes', 'coreNode', 'node', 'totalCount', 'translations'];

/**
 * Generates documents from the public fields of a schema: nested selections, arguments, aliases, fragments,
 * directives.
 */
class Draw {
  readonly variables: Record<string, unknown> = {};
  readonly definitions: string[] = [];
  readonly fragments: string[] = [];
  #aliases = 0;

  constructor(
    private readonly random: Random,
    private readonly existing: Existing,
    private readonly avoided: ReadonlySet<string>,
  ) {}

  selection(type: GraphQLObjectType, depth: number, must: readonly string[] = []): string {
    const { upTo, oneOf, chance } = this.random;
    const fields = Object.values(type.getFields()).filter(
      (field) => validityOf(field) !== undefined && !this.avoided.has(field.name),
    );
    const leaves = fields.filter((field) => isLeafType(getNamedType(field.type)));
    const nested = depth > 0 ? fields.filter((field) => isObjectType(getNamedType(field.type))) : [];
    const parts = must.map((name) => this.#field(type.getFields()[name]!, depth));
    const count = must.length > 0 ? 0 : 1 + upTo(4);
    for (let at = 0; at < count; at++) {
      const from = nested.length > 0 && (leaves.length === 0 || chance(0.45)) ? nested : leaves;
      parts.push(from.length === 0 || chance(0.04) ? '__typename' : this.#field(oneOf(from), depth));
    }
    if (must.length === 0 && chance(0.12)) return `... on ${type.name} { ${parts.join(' ')} } ${parts[0]!}`;
    if (must.length === 0 && chance(0.1)) {
      const name = `F${this.fragments.length}`;
      this.fragments.push(`fragment ${name} on ${type.name} { ${parts.join(' ')} }`);
      return chance(0.3) ? `...${name} ${this.#directive()}` + ' __typename' : `...${name}`;
    }
    return parts.join(' ');
  }

  #field(field: GraphQLField<unknown, unknown>, depth: number): string {
    const { chance } = this.random;
    const type = getNamedType(field.type);
    const given = field.args.filter((arg) => isRequiredArgument(arg) || chance(0.5));
    const values = given.flatMap((arg) => {
      const value = this.#argument(field.name, arg);
      return value === undefined ? [] : [`${arg.name}: ${value}`];
    });
    // Fields with arguments have unique aliases, because fields with the same name must have the same arguments.
    const alias = field.args.length > 0 || chance(0.1) ? `a${this.#aliases++}: ` : '';
    const head = `${alias}${field.name}${values.length > 0 ? `(${values.join(', ')})` : ''} ${this.#directive()}`;
    if (!isObjectType(type)) return head;
    const must = type.name === 'NodePage' && this.avoided.size > 0 ? ['nodes'] : [];
    return `${head}{ ${this.selection(type, depth - 1, must)} }`;
  }

  #directive(): string {
    const { chance, oneOf } = this.random;
    if (!chance(0.06)) return '';
    return `@${oneOf(['include', 'skip'])}(if: ${chance(0.5) ? this.#variable('Boolean!', chance(0.5)) : String(chance(0.5))}) `;
  }

  #variable(type: string, value: unknown): string {
    const name = `v${this.definitions.length}`;
    this.definitions.push(`$${name}: ${type}`);
    this.variables[name] = value;
    return `$${name}`;
  }

  #argument(field: string, arg: GraphQLArgument): string | undefined {
    const { upTo, oneOf, chance, word } = this.random;
    const { nodes, publishers, versions, coreNodes } = this.existing;
    const type = getNamedType(arg.type);
    const text = JSON.stringify;
    switch (arg.name) {
      case 'page':
      case 'limit':
      case 'first': {
        const value = 1 + upTo(arg.name === 'page' ? 2 : 4);
        return chance(0.3) ? this.#variable('Int', value) : String(value);
      }
      case 'id':
        if (field === 'publisher') return text(oneOf(publishers));
        return text(oneOf(field === 'nodeVersion' ? versions : nodes));
      case 'ids':
        return text([oneOf(versions), oneOf(versions)]);
      case 'nodeId':
        return text(oneOf(nodes));
      case 'name':
        return text(oneOf(coreNodes));
      case 'search':
        return text(word());
      case 'orderBy':
        return chance(0.5) ? oneOf(ORDERS) : `[${oneOf(ORDERS)}, ${oneOf(ORDERS)}]`;
      case 'number':
        return text(`1.${upTo(2)}.0`);
      case 'filter':
        return oneOf([
          '{}',
          '{ supportedOs: "Linux" }',
          '{ includeBanned: true }',
          '{ formFactor: git_linux }',
          `{ nodeIds: [${text(oneOf(nodes))}] }`,
        ]);
      case 'languages':
        return '["de"]';
      case 'latest':
        return String(chance(0.3));
    }
    if (isEnumType(type)) return `[${oneOf(type.getValues()).name}]`;
    return undefined;
  }
}

/**
 * Returns a random document over the public fields of a schema. It may be invalid; validate it before use.
 * @param isPage true if it selects one page of nodes and nothing else
 */
export function randomDocument(
  schema: GraphQLSchema,
  random: Random,
  existing: Existing,
  isPage: boolean,
): RandomDocument {
  const avoided = isPage && random.chance(0.7) ? NOT_IN_SHAPES : [];
  const draw = new Draw(random, existing, new Set(avoided));
  const selection = draw.selection(schema.getQueryType()!, 4, isPage ? ['nodes'] : []);
  const variables = draw.definitions.length > 0 ? `(${draw.definitions.join(', ')})` : '';
  return { query: `query ${variables} { ${selection} } ${draw.fragments.join(' ')}`, variables: draw.variables };
}
