import { type FieldNode, Kind, type OperationDefinitionNode } from 'graphql';
import { ListText } from '../values/list-text.js';

/** What a field is called in the answer. */
export const answeredAs = ({ alias, name }: FieldNode): string => (alias ?? name).value;

/** A field that stands alone under no condition. */
export function isPlain(selection: { readonly kind: string; readonly directives?: readonly unknown[] | undefined }): selection is FieldNode {
  return selection.kind === Kind.FIELD && (selection.directives ?? []).length === 0;
}

/** An operation that asks for one page of nodes, and for nothing else. */
export interface Paged {
  readonly list: FieldNode;
  /** What it asks of the page. */
  readonly fields: readonly FieldNode[];
  /** That of them which has the nodes. */
  readonly nodes: FieldNode;
}

/** What an operation asks of one page of nodes; undefined for any other operation. */
export function pagedBy({ selectionSet, directives = [] }: OperationDefinitionNode): Paged | undefined {
  const [list, ...others] = selectionSet.selections;
  if (!list || others.length > 0 || directives.length > 0 || !isPlain(list) || list.name.value !== 'nodes') return undefined;
  const fields = list.selectionSet!.selections;
  if (!fields.every(isPlain)) return undefined;
  const [nodes, ...more] = fields.filter(({ name }) => name.value === 'nodes');
  return nodes && more.length === 0 ? { list, fields, nodes } : undefined;
}

/**
 * The data of an answer that has one page.
 * @param list what the page is called
 * @param fields what is asked of it, with its JSON; undefined for its nodes
 * @param nodes the JSON of each
 * @param bytes how many bytes these are in UTF-8, where that is known
 */
export function pageText(list: string, fields: readonly (readonly [name: string, json: string | undefined])[], nodes: readonly string[], bytes?: number): ListText {
  const at = fields.findIndex(([, json]) => json === undefined);
  const before = fields.slice(0, at).map(([name, json]) => `"${name}":${json},`);
  const after = fields.slice(at + 1).map(([name, json]) => `,"${name}":${json}`);
  return new ListText(`{"${list}":{${before.join('')}"${fields[at]![0]}":[`, nodes, `]${after.join('')}}}`, bytes);
}
