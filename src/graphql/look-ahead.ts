import {
  type ASTNode,
  type FieldNode,
  getArgumentValues,
  type GraphQLObjectType,
  type GraphQLResolveInfo,
  Kind,
  type OperationDefinitionNode,
  type SelectionSetNode,
  TypeInfo,
  visit,
  visitWithTypeInfo,
} from 'graphql';

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
 * The names of all fields that the operation asks for of a type. Of the whole operation, not of one place in it: what
 * is read for one place may be given to another one. Found once a document.
 */
export function fieldsAskedOf(info: GraphQLResolveInfo, type: string): ReadonlySet<string> {
  let found = known.get(info.operation);
  if (!found) known.set(info.operation, (found = find(info)));
  return found.get(type) ?? new Set();
}

const knownHere = new WeakMap<FieldNode, Map<string, ReadonlySet<string>>>();

/** The fields of a type that are asked for below a field of a parent, in whatever depth. */
function findBelow(
  { schema, fragments }: GraphQLResolveInfo,
  parent: GraphQLObjectType,
  field: FieldNode,
  type: string,
): Set<string> {
  const found = new Set<string>();
  const followed = new Set<string>();
  const walk = (part: ASTNode, types: TypeInfo): void => {
    visit(
      part,
      visitWithTypeInfo(types, {
        Field: ({ name }) => void (types.getParentType()?.name === type && found.add(name.value)),
        FragmentSpread: ({ name: { value: name } }) => {
          if (followed.has(name) || !fragments[name]) return;
          followed.add(name);
          walk(fragments[name], new TypeInfo(schema));
        },
      }),
    );
  };
  walk(field, new TypeInfo(schema, parent));
  return found;
}

function askedBelow(
  info: GraphQLResolveInfo,
  parent: GraphQLObjectType,
  field: FieldNode,
  type: string,
): ReadonlySet<string> {
  let here = knownHere.get(field);
  if (!here) knownHere.set(field, (here = new Map()));
  let found = here.get(type);
  if (!found) here.set(type, (found = findBelow(info, parent, field, type)));
  return found;
}

/**
 * The names of the fields of a type that are asked for below this place of the operation, for what is read for this
 * place alone. The same set each time, as long as the document is kept.
 */
export function fieldsAskedBelow(info: GraphQLResolveInfo, type: string): ReadonlySet<string> {
  const [field, ...others] = info.fieldNodes;
  // What stands in several places of the document may stand beside others elsewhere.
  return field && others.length === 0 ? askedBelow(info, info.parentType, field, type) : fieldsAskedOf(info, type);
}

/** The fields of a name in a selection and its fragments; undefined where some of it stands under a condition. */
function fieldsNamed(
  name: string,
  { selections }: SelectionSetNode,
  fragments: GraphQLResolveInfo['fragments'],
): FieldNode[] | undefined {
  const found: FieldNode[] = [];
  for (const selection of selections) {
    if ((selection.directives ?? []).length > 0) return undefined;
    if (selection.kind === Kind.FIELD) {
      if (selection.name.value === name) found.push(selection);
      continue;
    }
    const more = fieldsNamed(
      name,
      selection.kind === Kind.INLINE_FRAGMENT ? selection.selectionSet : fragments[selection.name.value]!.selectionSet,
      fragments,
    );
    if (!more) return undefined;
    found.push(...more);
  }
  return found;
}

const knownPlaces = new WeakMap<FieldNode, FieldNode | null>();

/** The one place at the end of a way down from a field. */
function placeBelow(
  field: FieldNode,
  way: readonly string[],
  fragments: GraphQLResolveInfo['fragments'],
): FieldNode | null {
  let places = [field];
  for (const name of way) {
    const next = places.map(({ selectionSet }) => fieldsNamed(name, selectionSet!, fragments));
    if (next.includes(undefined)) return null;
    places = (next as FieldNode[][]).flat();
  }
  return places.length === 1 ? places[0]! : null;
}

/** What an operation will ask for. */
export interface AskedAhead {
  readonly args: Readonly<Record<string, unknown>>;
  /** The fields of the type that was named, below it. */
  readonly fields: ReadonlySet<string>;
}

/**
 * The arguments of a field that will be asked for below this one, and the fields of a type that are asked for below it,
 * before the operation has come there. Undefined where there is no such field, where it stands in several places, or
 * where any of the way there stands under a condition: what nobody asks for must not be read, for it is not in the
 * cost.
 * @param way the names of the fields that lead there; the last is a field of `parentType`
 */
export function askedAhead(
  info: GraphQLResolveInfo,
  way: readonly string[],
  parentType: string,
  type: string,
): AskedAhead | undefined {
  const [from, ...others] = info.fieldNodes;
  if (!from || others.length > 0) return undefined;
  let field = knownPlaces.get(from);
  if (field === undefined) knownPlaces.set(from, (field = placeBelow(from, way, info.fragments)));
  if (field === null) return undefined;
  const parent = info.schema.getType(parentType) as GraphQLObjectType;
  return {
    args: getArgumentValues(parent.getFields()[field.name.value]!, field, info.variableValues),
    fields: askedBelow(info, parent, field, type),
  };
}
