import { type ASTNode, type GraphQLResolveInfo, type OperationDefinitionNode, TypeInfo, visit, visitWithTypeInfo } from 'graphql';

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
