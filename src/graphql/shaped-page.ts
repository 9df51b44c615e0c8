import {
  type DocumentNode,
  type FieldNode,
  type FragmentDefinitionNode,
  getArgumentValues,
  getVariableValues,
  type GraphQLSchema,
  Kind,
  type OperationDefinitionNode,
  type SelectionNode,
  visit,
} from 'graphql';
import type { Catalogue } from '../catalogue/catalogue.js';
import type { NodeListQuestion } from '../catalogue/node-lists.js';
import type { NodeShape } from '../catalogue/node-shape.js';
import type { ReadSet } from '../catalogue/read-set.js';
import type { Listing } from '../catalogue/records.js';
import { type ListItem, ListText } from '../values/list-text.js';
import { nodeListQuestion, type NodeListArguments } from './inputs/node-filter.input.js';
import { fragmentsOf, type Variables } from './conditions.js';
import { nodeShape, responseName } from './node-shape.js';
import { toPage } from './types/page.js';

/** The most shapes that are cached for one document: one per combination of values of the variables that shapes use. */
const SHAPES_MAX = 100;

/** The maximum length of a combination as JSON. For longer ones there is no shape. */
const KEY_MAX = 500;

export interface PagePlan {
  readonly question: NodeListQuestion;
  readonly shape: NodeShape;
  /** True if the page must reflect every commit made before the request. */
  readonly isLatest: boolean;
}

/** True if a selection is a field without directives. */
const isPlainField = (selection: SelectionNode): selection is FieldNode =>
  selection.kind === Kind.FIELD && !selection.directives?.length;

const hasDistinctNames = (fields: readonly FieldNode[]): boolean =>
  new Set(fields.map(responseName)).size === fields.length;

/** A document that selects one page of nodes and nothing else, compiled to shapes. */
export class ShapedPage {
  readonly #shapes = new Map<string, NodeShape | undefined>();

  private constructor(
    private readonly schema: GraphQLSchema,
    private readonly fragments: ReadonlyMap<string, FragmentDefinitionNode>,
    private readonly operation: OperationDefinitionNode,
    private readonly list: FieldNode,
    private readonly fields: readonly FieldNode[],
    private readonly nodes: FieldNode,
    /** The variables that the shape depends on. */
    private readonly variables: readonly string[],
  ) {}

  /** Compiles a valid document. @returns `undefined` if it selects anything but one page of nodes */
  static of(schema: GraphQLSchema, document: DocumentNode, operation: OperationDefinitionNode): ShapedPage | undefined {
    const { selectionSet, directives = [] } = operation;
    const [list, ...others] = selectionSet.selections;
    if (!list || others.length > 0 || directives.length > 0 || !isPlainField(list) || list.name.value !== 'nodes')
      return undefined;
    const fields = list.selectionSet!.selections;
    if (!fields.every(isPlainField) || !hasDistinctNames(fields)) return undefined;
    const [nodes, ...more] = fields.filter(({ name }) => name.value === 'nodes');
    if (!nodes || more.length > 0) return undefined;
    const fragments = fragmentsOf(document);
    const variables = new Set<string>();
    for (const part of [nodes, ...fragments.values()])
      visit(part, { Variable: ({ name }) => void variables.add(name.value) });
    return new ShapedPage(schema, fragments, operation, list, fields, nodes, [...variables]);
  }

  /** The page for given variables; `undefined` if no shape can write its nodes, or if an argument is invalid. */
  plan(given: Variables): PagePlan | undefined {
    const { coerced } = getVariableValues(this.schema, this.operation.variableDefinitions ?? [], given);
    if (!coerced) return undefined;
    try {
      const shape = this.#shape(coerced);
      if (!shape) return undefined;
      const field = this.schema.getQueryType()!.getFields()['nodes']!;
      const { latest, ...asked } = getArgumentValues(field, this.list, coerced) as unknown as NodeListArguments & {
        readonly latest?: boolean | null;
      };
      return { question: nodeListQuestion(asked), shape, isLatest: latest === true };
    } catch {
      return undefined;
    }
  }

  /**
   * The data of the response.
   * @param reads receives the dependencies of the page
   * @returns `undefined` if the shape can't write one of the nodes
   */
  async data(
    catalogue: Catalogue,
    { question, shape, isLatest }: PagePlan,
    reads: ReadSet | undefined,
  ): Promise<ListText | undefined> {
    if (isLatest) await catalogue.refresh();
    const page = await catalogue.nodePage(question, shape, reads);
    return page && this.#text(question, page);
  }

  #shape(variables: Variables): NodeShape | undefined {
    const key = JSON.stringify(this.variables.map((name) => variables[name]));
    if (this.#shapes.has(key)) return this.#shapes.get(key);
    if (key.length > KEY_MAX) return undefined;
    if (this.#shapes.size >= SHAPES_MAX) this.#shapes.clear();
    const shape = nodeShape(this.schema, this.fragments, this.nodes.selectionSet!, variables);
    this.#shapes.set(key, shape);
    return shape;
  }

  #text({ page, limit }: NodeListQuestion, { items, total }: Listing<ListItem>): ListText {
    const values = { ...toPage({ items: [], page, limit, total }), __typename: 'NodePage' };
    const texts = this.fields.map((field, at) => {
      const value = field === this.nodes ? '[' : JSON.stringify(values[field.name.value as keyof typeof values]);
      return `${at === 0 ? '' : ','}"${responseName(field)}":${value}`;
    });
    const afterNodes = this.fields.indexOf(this.nodes) + 1;
    return ListText.of(
      `{"${responseName(this.list)}":{${texts.slice(0, afterNodes).join('')}`,
      items,
      `]${texts.slice(afterNodes).join('')}}}`,
    );
  }
}
