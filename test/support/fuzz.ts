import {
  getNamedType,
  getNullableType,
  type GraphQLArgument,
  type GraphQLInputType,
  type GraphQLOutputType,
  type GraphQLSchema,
  isCompositeType,
  isEnumType,
  isInputObjectType,
  isListType,
  isNonNullType,
  isObjectType,
  isRequiredArgument,
} from 'graphql';
import { type Schema, takes, takesAnything } from './rest-operations.js';
import type { Random } from './random.js';
import { ALL_ODD_STRINGS, ODD_STRINGS } from './strings.js';

/** A placeholder for a number in JSON that no JavaScript number can represent. */
const BEYOND = '@beyond@';

const NUMBERS = [
  0,
  -0,
  1,
  2,
  5,
  -1,
  0.5,
  1e21,
  -1e-9,
  2 ** 31,
  -(2 ** 31) - 1,
  2 ** 53,
  Number.MAX_VALUE,
  Number.MIN_VALUE,
  4_294_967_296,
];
const TIMES = [
  '2027-01-31T12:00:00Z',
  '2027-01-31',
  '9999-12-31T23:59:59.999999999Z',
  '0000-01-01T00:00:00+23:59',
  '2027-01-31T12:00:00',
  '1',
];
const ADDRESSES = [
  'https://hooks.invalid/',
  'https://hooks.invalid/a',
  'https://git.invalid/a/b.git',
  'https://[2001:db8::1]/',
  'http://127.0.0.1/',
  'https://git.invalid/a/b',
  'ftp://a.invalid',
  'https://[::ffff:127.0.0.1]/',
];
const VERSIONS = ['1.0.0', '1.1.0', '3.0.0-rc.1', '^1', '*', '01.0.0'];

/** Returns a random value that is not a string. */
function oddValue(random: Random): unknown {
  const kinds: (() => unknown)[] = [
    () => null,
    () => true,
    () => [],
    () => ({}),
    () => random.oneOf(NUMBERS),
    () => BEYOND,
    () => random.oneOf(ALL_ODD_STRINGS),
    () => 'x'.repeat(200_001),
    () => [[null]],
    () => Array.from({ length: 2000 }, (_, index) => index),
    () => ({ [random.oneOf(ODD_STRINGS.names)]: random.oneOf(ALL_ODD_STRINGS) }),
    () => nested(random.oneOf([3, 99, 101, 3000]), random.chance(0.5)),
  ];
  return random.oneOf(kinds)();
}

function nested(depth: number, isObject: boolean): unknown {
  let value: unknown = 'deep';
  for (let level = 0; level < depth; level++) value = isObject ? { a: value } : [value];
  return value;
}

/** Returns a random string for a field of this name. */
export function textFor(name: string, ids: readonly string[], random: Random): string {
  if (random.chance(0.12)) return random.oneOf(ALL_ODD_STRINGS);
  if (name === 'id' && random.chance(0.6)) return `${random.word()}-${random.upTo(1_000_000)}`;
  if (/(^|_)id$|Id$|_ids?$|username/.test(name) && random.chance(0.8)) return random.oneOf(ids);
  if (/version|range/i.test(name)) return random.oneOf(VERSIONS);
  if (/_at$|At$|timestamp|from|to$|After$/.test(name)) return random.oneOf(TIMES);
  if (/url|logo|icon|repository|website|image/i.test(name)) return random.oneOf(ADDRESSES);
  return random.oneOf([
    random.word(),
    `${random.word()} ${random.word()}`,
    `${random.word()}-${random.upTo(1000)}`,
    '',
    '{"a":1}',
  ]);
}

/** Returns a random value for a schema. It is usually valid. */
export function valueFor(schema: Schema, name: string, ids: readonly string[], random: Random): unknown {
  if (random.chance(0.03)) return oddValue(random);
  const choice = schema.anyOf ?? schema.oneOf;
  if (choice) return valueFor(random.oneOf(choice), name, ids, random);
  if (schema.enum) return random.chance(0.1) ? random.oneOf(ALL_ODD_STRINGS) : random.oneOf(schema.enum);
  if (takesAnything(schema)) return random.chance(0.5) ? textFor(name, ids, random) : oddValue(random);
  if (takes(schema, 'null') && random.chance(0.1)) return null;
  if (takes(schema, 'object')) return objectFor(schema, ids, random);
  if (takes(schema, 'array'))
    return Array.from({ length: random.chance(0.02) ? 1001 : random.upTo(4) }, () =>
      valueFor(schema.items ?? {}, name, ids, random),
    );
  if (takes(schema, 'string')) return textFor(name, ids, random);
  return takes(schema, 'boolean') ? random.chance(0.5) : random.chance(0.8) ? random.upTo(6) : random.oneOf(NUMBERS);
}

function objectFor(schema: Schema, ids: readonly string[], random: Random): Record<string, unknown> {
  const fields = Object.entries(schema.properties ?? {}).filter(([name]) =>
    schema.required?.includes(name) ? random.chance(0.95) : random.chance(0.35),
  );
  const given = fields.map(([name, inner]) => [name, valueFor(inner, name, ids, random)] as const);
  const free =
    typeof schema.additionalProperties === 'object'
      ? [
          [
            random.oneOf(['en', 'de', 'ja', 'x', ...ODD_STRINGS.names]),
            valueFor(schema.additionalProperties, 'text', ids, random),
          ] as const,
        ]
      : [];
  const more = random.chance(0.1)
    ? [[random.oneOf([...ODD_STRINGS.names, 'status', 'downloads', 'createdAt', 'id']), oddValue(random)] as const]
    : [];
  return Object.fromEntries([...given, ...free, ...more]);
}

/** Serializes a value as JSON. Replaces placeholders by numbers that JavaScript can't represent. */
export function jsonOf(value: unknown, random: Random): string {
  return JSON.stringify(value).replaceAll(
    `"${BEYOND}"`,
    random.oneOf(['1e999', '-1e999', '1e-999', `1${'0'.repeat(400)}`]),
  );
}

/** Returns a body that is not valid JSON, or does not match its media type. */
export function brokenBody(json: string, random: Random): string {
  const at = random.upTo(json.length + 1);
  return random.oneOf([
    () => json.slice(0, at),
    () => `${json}${json}`,
    () => json.slice(0, at) + random.oneOf(['\0', '"', '{', ',', '\\', '\u2028', '\ufeff']) + json.slice(at),
    () => '['.repeat(random.oneOf([50, 5000, 60_000])),
    () => '',
    () => 'null',
    () => '"text"',
    () => `\ufeff${json}`,
    () => '{"a":'.repeat(4000),
    () => `{"__proto__":${json}}`,
    () => `[${'0,'.repeat(100_001)}0]`,
    () => `{${'"a":1,'.repeat(3000)}"a":1}`,
    () => 'NaN',
    () => '1'.repeat(10_000),
  ])();
}

/** Generates random GraphQL operations for a schema. */
export class GraphWriter {
  #names = 0;

  constructor(
    private readonly schema: GraphQLSchema,
    private readonly ids: readonly string[],
    private readonly random: Random,
  ) {}

  /** Returns a valid operation. It may refer to objects that don't exist, or exceed limits. */
  operation(): string {
    const { random } = this;
    const isMutation = random.chance(0.4);
    const root = isMutation ? this.schema.getMutationType()! : this.schema.getQueryType()!;
    const fields = Array.from({ length: 1 + random.upTo(2) }, () => random.oneOf(Object.values(root.getFields())));
    return `${isMutation ? 'mutation' : 'query'} { ${fields.map((field) => this.#field(field.name, field.args, field.type, 3)).join(' ')} }`;
  }

  #field(name: string, args: readonly GraphQLArgument[], type: GraphQLOutputType, depth: number): string {
    const given = args.filter((one) => isRequiredArgument(one) || this.random.chance(0.4));
    const call =
      given.length === 0
        ? ''
        : `(${given.map((one) => `${one.name}: ${this.literal(one.type, one.name)}`).join(', ')})`;
    // Fields with the same name and different arguments need different aliases.
    const alias = args.length > 0 ? `f${this.#names++}: ` : '';
    const directive = this.random.chance(0.05)
      ? ` @${this.random.oneOf(['skip', 'include'])}(if: ${String(this.random.chance(0.5))})`
      : '';
    return `${alias}${name}${call}${directive}${this.#selection(type, depth)}`;
  }

  #selection(type: GraphQLOutputType, depth: number): string {
    const named = getNamedType(type);
    if (!isCompositeType(named)) return '';
    const all = isObjectType(named)
      ? Object.values(named.getFields()).filter((field) => depth > 0 || !isCompositeType(getNamedType(field.type)))
      : [];
    const chosen = [...new Set(Array.from({ length: 1 + this.random.upTo(5) }, () => this.random.oneOf(all)))];
    const texts = chosen.map((field) => this.#field(field.name, field.args, field.type, depth - 1));
    return ` { __typename ${this.random.chance(0.1) ? `... on ${named.name} { ${texts.join(' ')} }` : texts.join(' ')} }`;
  }

  /** Returns a literal of an input type. */
  literal(type: GraphQLInputType, name: string): string {
    const { random } = this;
    if (!isNonNullType(type) && random.chance(0.1)) return 'null';
    const bare = getNullableType(type) as GraphQLInputType;
    if (isListType(bare))
      return `[${Array.from({ length: random.upTo(4) }, () => this.literal(bare.ofType as GraphQLInputType, name)).join(', ')}]`;
    if (isEnumType(bare)) return random.oneOf(bare.getValues()).name;
    if (isInputObjectType(bare)) {
      const fields = Object.values(bare.getFields()).filter(
        (field) => isNonNullType(field.type) || random.chance(0.35),
      );
      return `{ ${fields.map((field) => `${field.name}: ${this.literal(field.type, field.name)}`).join(', ')} }`;
    }
    switch (String(bare)) {
      case 'Int':
        return String(random.oneOf([0, 1, 2, 5, 10, -1, 100, 101, 2 ** 31 - 1, -(2 ** 31)]));
      case 'Float':
        return '0.5';
      case 'Boolean':
        return String(random.chance(0.5));
      case 'DateTime':
        return '"2027-01-31T12:00:00Z"';
      case 'JSONObject':
        return random.oneOf(['{}', '{ en: { name: "Name" } }', '{ de: { a: [1, { b: null }] }, __proto__: { c: 1 } }']);
      default:
        return JSON.stringify(
          (name === 'id' && random.chance(0.8) ? random.oneOf(this.ids) : textFor(name, this.ids, random))
            .toWellFormed()
            .slice(0, 900),
        );
    }
  }
}

/** Returns a document that has a syntax error, is invalid, or exceeds a limit. */
export function brokenDocument(document: string, random: Random): string {
  const at = random.upTo(document.length + 1);
  const words = [
    '{',
    '}',
    '(',
    '$a',
    '@include(if: $a)',
    '...F',
    '"',
    '"""',
    '!',
    'null',
    'nosuchfield',
    '\0',
    '\ud800',
    ': 1e999',
    '# comment',
    '99999999999999999999',
    '...on Node',
    'fragment F on Node { ...F }',
    '\ufeff',
    '__schema { types { name } }',
  ];
  return random.oneOf([
    () => document.slice(0, at),
    () => document.slice(0, at) + random.oneOf(words) + document.slice(at),
    () => document.slice(0, at) + document.slice(at + 1 + random.upTo(8)),
    () => document.replace(/\b(id|name|input)\b/, 'nothing'),
    () => document.replace(/"[^"]*"/, random.oneOf(['1', 'true', '{}', '[["a"]]', 'ENUM', '$missing'])),
    () => `{ ${'node(id: "a") { publisher { nodes { nodes { '.repeat(random.oneOf([2, 300]))} id`,
    () => `query A { me { id } } query B { me { id } }`,
    () => `{ ${Array.from({ length: 500 }, (_, index) => `a${index}: nodes(limit: 100) { total }`).join(' ')} }`,
    () =>
      `{ ...A } ${Array.from({ length: 30 }, (_, index) => `fragment ${'A'.repeat(index + 1)} on Query { ...${'A'.repeat(index + 2)} ...${'A'.repeat(index + 2)} }`).join(' ')}`,
    () => `subscription { nodes { total } }`,
    () => `query ($v: ${random.oneOf(['Nothing', 'Node', '[String!]!', 'Int'])}) { nodes(page: $v) { total } }`,
    () => `{ nodes @${random.word()} { total } }`,
    () => `${document} ${document}`,
  ])();
}
