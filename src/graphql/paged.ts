import {
  type FieldNode,
  getArgumentValues,
  getVariableValues,
  type GraphQLObjectType,
  type GraphQLSchema,
  Kind,
  type OperationDefinitionNode,
} from 'graphql';
import type { NodeListQuestion } from '../catalogue/node-lists.js';
import { totalPages } from '../catalogue/records.js';
import { ListText, type Stretch } from '../values/list-text.js';
import { nodeListQuestion, type NodeListArguments } from './inputs/node-filter.input.js';

/** What is asked of a page itself. */
const OF_PAGE = ['nodes', 'page', 'limit', 'total', 'totalPages', '__typename'] as const;
type OfPage = (typeof OF_PAGE)[number];

/** What a field is called in the answer. */
export const answeredAs = ({ alias, name }: FieldNode): string => (alias ?? name).value;

/** Whether no two fields go by one name, which would make them one. */
export const areAlone = (fields: readonly FieldNode[]): boolean =>
  new Set(fields.map(answeredAs)).size === fields.length;

/** A field that stands alone under no condition. */
export function isPlain(selection: {
  readonly kind: string;
  readonly directives?: readonly unknown[] | undefined;
}): selection is FieldNode {
  return selection.kind === Kind.FIELD && (selection.directives ?? []).length === 0;
}

/** What a caller asks with his variables. */
interface AskedNow {
  readonly question: NodeListQuestion;
  /** Whether he asks to read past the caches. */
  readonly isFresh: boolean;
  /** The arguments of a field of the document, by the type that it is of. */
  readonly argumentsOf: (type: string, field: FieldNode) => Record<string, unknown>;
}

/** An operation that asks for one page of nodes, and for nothing else. */
export class AskedPage {
  private constructor(
    private readonly schema: GraphQLSchema,
    private readonly operation: OperationDefinitionNode,
    private readonly list: FieldNode,
    private readonly fields: readonly FieldNode[],
    /** What has the nodes. */
    readonly nodes: FieldNode,
  ) {}

  /** What an operation asks of one page of nodes; undefined for any other operation. */
  static of(schema: GraphQLSchema, operation: OperationDefinitionNode): AskedPage | undefined {
    const { selectionSet, directives = [] } = operation;
    const [list, ...others] = selectionSet.selections;
    if (!list || others.length > 0 || directives.length > 0 || !isPlain(list) || list.name.value !== 'nodes')
      return undefined;
    const fields = list.selectionSet!.selections;
    if (
      !fields.every(isPlain) ||
      !areAlone(fields) ||
      !fields.every(({ name }) => OF_PAGE.includes(name.value as OfPage))
    )
      return undefined;
    const [nodes, ...more] = fields.filter(({ name }) => name.value === 'nodes');
    return nodes && more.length === 0 ? new AskedPage(schema, operation, list, fields, nodes) : undefined;
  }

  /** Whether a caller may ask past the caches by an argument. */
  get mayBeFresh(): boolean {
    return this.list.arguments?.some(({ name }) => name.value === 'latest') === true;
  }

  /** What a caller asks; undefined where that is not as it should be, which others have to say. */
  now(variables: Readonly<Record<string, unknown>>): AskedNow | undefined {
    const { coerced } = getVariableValues(this.schema, this.operation.variableDefinitions ?? [], variables);
    if (!coerced) return undefined;
    const argumentsOf = (type: string, field: FieldNode): Record<string, unknown> =>
      getArgumentValues(
        (this.schema.getType(type) as GraphQLObjectType).getFields()[field.name.value]!,
        field,
        coerced,
      );
    try {
      const { latest, ...asked } = argumentsOf('Query', this.list) as unknown as NodeListArguments & {
        readonly latest?: boolean | null;
      };
      return { question: nodeListQuestion(asked), isFresh: latest === true, argumentsOf };
    } catch {
      return undefined;
    }
  }

  /**
   * The data of the answer.
   * @param total how many nodes the whole list has
   * @param nodes the JSON of those of the page
   * @param bytes how many bytes these are in UTF-8, where that is known
   */
  text(
    { page, limit }: NodeListQuestion,
    total: number,
    nodes: readonly (string | Stretch)[],
    bytes?: number,
  ): ListText {
    const values: Readonly<Record<OfPage, () => string>> = {
      nodes: () => '[',
      page: () => String(page),
      limit: () => String(limit),
      total: () => String(total),
      totalPages: () => String(totalPages({ total, limit })),
      __typename: () => '"NodePage"',
    };
    const texts = this.fields.map(
      (field, at) => `${at === 0 ? '' : ','}"${answeredAs(field)}":${values[field.name.value as OfPage]()}`,
    );
    const behind = this.fields.indexOf(this.nodes) + 1;
    return new ListText(
      `{"${answeredAs(this.list)}":{${texts.slice(0, behind).join('')}`,
      nodes,
      `]${texts.slice(behind).join('')}}}`,
      bytes,
    );
  }
}
