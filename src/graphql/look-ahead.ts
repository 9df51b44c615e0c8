import { type ASTNode, type FieldNode, getArgumentValues, type GraphQLObjectType, type GraphQLResolveInfo, type OperationDefinitionNode, TypeInfo, visit, visitWithTypeInfo } from 'graphql';

const known = new WeakMap<OperationDefinitionNode, ReadonlyMap<string, ReadonlySet<string>>>();

/** The fields that an operation asks for of each type, wherever, under whatever condition. */
function find({ schema, operation, fragments }: GraphQLResolveInfo): Map<string, Set<string>> {
  const found = new Map<string, Set<string>>();
  const types = new TypeInfo(schema);
  const note = visitWithTypeInfo(types, {
    Field: ({ name }) => {
      const parent = types.getParentType()?.name;
      if (parent === undefined) return;
      const names = found.get(parent);
      if (names) names.add(name.value);
      else found.set(parent, new Set([name.value]));
    },
  });
  for (const part of [operation, ...Object.values(fragments)] as ASTNode[]) visit(part, note);
  return found;
}

/**
 * The names of all fields that the operation asks for of a type. Of the whole operation, not of one place in it: what is read for one
 * place may be given to another one. Found once a document.
 */
export function fieldsAskedOf(info: GraphQLResolveInfo, type: string): ReadonlySet<string> {
  let found = known.get(info.operation);
  if (!found) known.set(info.operation, (found = find(info)));
  return found.get(type) ?? new Set();
}

const knownHere = new WeakMap<FieldNode, Map<string, ReadonlySet<string>>>();

/** The fields of a type that are asked for below a field of a parent, in whatever depth. */
function findBelow({ schema, fragments }: GraphQLResolveInfo, parent: GraphQLObjectType, field: FieldNode, type: string): Set<string> {
  const found = new Set<string>();
  const followed = new Set<string>();
  const walk = (part: ASTNode, types: TypeInfo): void => {
    visit(part, visitWithTypeInfo(types, {
      Field: ({ name }) => void (types.getParentType()?.name === type && found.add(name.value)),
      FragmentSpread: ({ name: { value: name } }) => {
        if (followed.has(name) || !fragments[name]) return;
        followed.add(name);
        walk(fragments[name], new TypeInfo(schema));
      },
    }));
  };
  walk(field, new TypeInfo(schema, parent));
  return found;
}

function askedBelow(info: GraphQLResolveInfo, parent: GraphQLObjectType, field: FieldNode, type: string): ReadonlySet<string> {
  let here = knownHere.get(field);
  if (!here) knownHere.set(field, (here = new Map()));
  let found = here.get(type);
  if (!found) here.set(type, (found = findBelow(info, parent, field, type)));
  return found;
}

/**
 * The names of the fields of a type that are asked for below this place of the operation, for what is read for this place alone. The
 * same set each time, as long as the document is kept.
 */
export function fieldsAskedBelow(info: GraphQLResolveInfo, type: string): ReadonlySet<string> {
  const [field, ...others] = info.fieldNodes;
  // What stands in several places of the document may stand beside others elsewhere.
  return field && others.length === 0 ? askedBelow(info, info.parentType, field, type) : fieldsAskedOf(info, type);
}

const knownPlaces = new WeakMap<OperationDefinitionNode, Map<string, readonly FieldNode[]>>();

function findPlaces({ schema, operation, fragments }: GraphQLResolveInfo, parent: GraphQLObjectType, name: string): FieldNode[] {
  const found: FieldNode[] = [];
  const types = new TypeInfo(schema);
  const note = visitWithTypeInfo(types, { Field: (field) => void (types.getParentType() === parent && field.name.value === name && found.push(field)) });
  for (const part of [operation, ...Object.values(fragments)] as ASTNode[]) visit(part, note);
  return found;
}

/** What an operation will ask for. */
export interface AskedAhead {
  readonly args: Readonly<Record<string, unknown>>;
  /** The fields of the type that was named, below it. */
  readonly fields: ReadonlySet<string>;
}

/**
 * The arguments of a field, and the fields of a type that are asked for below it, before the operation has come there; undefined
 * where the operation has no such field, or has it in several places.
 */
export function askedAhead(info: GraphQLResolveInfo, parentType: string, name: string, type: string): AskedAhead | undefined {
  const parent = info.schema.getType(parentType) as GraphQLObjectType;
  let places = knownPlaces.get(info.operation);
  if (!places) knownPlaces.set(info.operation, (places = new Map()));
  const key = `${parentType}.${name}`;
  let found = places.get(key);
  if (!found) places.set(key, (found = findPlaces(info, parent, name)));
  const [field, ...others] = found;
  if (!field || others.length > 0) return undefined;
  return { args: getArgumentValues(parent.getFields()[name]!, field, info.variableValues), fields: askedBelow(info, parent, field, type) };
}
