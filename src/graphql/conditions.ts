import {
  type DocumentNode,
  type FragmentDefinitionNode,
  getDirectiveValues,
  GraphQLIncludeDirective,
  GraphQLSkipDirective,
  Kind,
  type SelectionNode,
  visit,
} from 'graphql';

/** The fragment definitions of a document, by name. */
export const fragmentsOf = ({ definitions }: DocumentNode): ReadonlyMap<string, FragmentDefinitionNode> =>
  new Map(definitions.filter((part) => part.kind === Kind.FRAGMENT_DEFINITION).map((part) => [part.name.value, part]));

/** Coerced variables. */
export type Variables = Readonly<Record<string, unknown>>;

/** True unless `@skip` or `@include` excludes the selection. */
export const isIncluded = (selection: SelectionNode, variables: Variables): boolean =>
  getDirectiveValues(GraphQLSkipDirective, selection, variables)?.['if'] !== true &&
  getDirectiveValues(GraphQLIncludeDirective, selection, variables)?.['if'] !== false;

/** The names of the variables in the directives of a document (`@skip` and `@include`). */
export function conditionVariables(document: DocumentNode): string[] {
  const names = new Set<string>();
  visit(document, {
    Directive: ({ arguments: given }) => {
      for (const { value } of given ?? []) if (value.kind === Kind.VARIABLE) names.add(value.name.value);
    },
  });
  return [...names];
}

/**
 * Evaluates the conditions of a document: removes the directives, and the selections that they exclude.
 * @returns `undefined` if a selection set would become empty
 */
export function withoutConditions(document: DocumentNode, variables: Variables): DocumentNode | undefined {
  let hasEmpty = false;
  const select = <Node extends SelectionNode>(node: Node): Node | null | undefined => {
    if ((node.directives ?? []).length === 0) return undefined;
    return isIncluded(node, variables) ? { ...node, directives: [] } : null;
  };
  const pruned = visit(document, {
    Field: { enter: select },
    InlineFragment: { enter: select },
    FragmentSpread: { enter: select },
    SelectionSet: { leave: ({ selections }) => void (hasEmpty ||= selections.length === 0) },
  });
  return hasEmpty ? undefined : pruned;
}
