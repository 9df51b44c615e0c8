import {
  type DocumentNode,
  type FieldNode,
  type GraphQLObjectType,
  type GraphQLSchema,
  Kind,
  type OperationDefinitionNode,
  type SelectionSetNode,
} from 'graphql';
import type { Catalogue } from '../catalogue/catalogue.js';
import type { NodeListQuestion, PageFields, RecordedNode } from '../catalogue/node-lists.js';
import { NODE_FIELDS, PUBLISHER_FIELDS, recordsOf, taking, VERSION_FIELDS } from '../catalogue/rows.js';
import { firstVersions, type VersionsArguments } from './inputs/first-versions.js';
import type { ListText } from '../values/list-text.js';
import { answeredAs, areAlone, AskedPage, isPlain } from './paged.js';

/** Writes the JSON of an object, or of a value of it. @param first how many of the node's versions are asked for */
type Write = (record: string, of: RecordedNode, first: number) => string;

const FIELDS: Readonly<Record<string, readonly string[]>> = {
  Node: NODE_FIELDS,
  NodeVersion: VERSION_FIELDS,
  Publisher: PUBLISHER_FIELDS,
};

/** What is asked of a page: how, and of which place of the document. */
interface PlannedPage {
  readonly question: NodeListQuestion;
  readonly fields: PageFields;
  readonly isFresh: boolean;
}

/** Compiles what is asked of a node; throws nothing, and gives up where anything is not there as a text. */
class NodeWriter {
  readonly #fragments: ReadonlyMap<string, SelectionSetNode>;
  /** The place of the document that asks for the versions of nodes, and what it asks of each. */
  versions: { readonly field: FieldNode; readonly fields: ReadonlySet<string> } | undefined;
  /** What it asks of the nodes, and of what is nested in them, wherever. */
  readonly node = new Set<string>();
  readonly publisher = new Set<string>();
  readonly latest = new Set<string>();

  constructor(
    private readonly schema: GraphQLSchema,
    document: DocumentNode,
  ) {
    this.#fragments = new Map(
      document.definitions.flatMap((one) =>
        one.kind === Kind.FRAGMENT_DEFINITION ? [[one.name.value, one.selectionSet]] : [],
      ),
    );
  }

  /** What writes an object of a type; undefined where it can't be written of texts. */
  objectOf(type: string, selected: SelectionSetNode): Write | undefined {
    const fields = this.#fieldsOf(selected);
    if (!fields || !areAlone(fields)) return undefined;
    const parts: (readonly [name: string, value: number | Write])[] = [];
    for (const field of fields) {
      const value = this.#valueOf(type, field);
      if (value === undefined) return undefined;
      parts.push([`${parts.length === 0 ? '{' : ','}"${answeredAs(field)}":`, value]);
    }
    const places = [...new Set(parts.flatMap(([, value]) => (typeof value === 'number' ? [value] : [])))].sort(
      (one, other) => one - other,
    );
    const take = taking(places);
    const written = parts.map(
      ([name, value]) => [name, typeof value === 'number' ? places.indexOf(value) : value] as const,
    );
    return (record, of, first) => {
      const values = take(record);
      let text = '';
      for (const [name, value] of written)
        text += name + (typeof value === 'number' ? values[value]! : value(record, of, first));
      return `${text}}`;
    };
  }

  /**
   * All fields of a selection, with those of its fragments, in their order; undefined where some are under a condition.
   */
  #fieldsOf({ selections }: SelectionSetNode): FieldNode[] | undefined {
    const fields: FieldNode[] = [];
    for (const selection of selections) {
      if ((selection.directives ?? []).length > 0) return undefined;
      const more =
        selection.kind === Kind.FIELD
          ? [selection]
          : this.#fieldsOf(
              selection.kind === Kind.INLINE_FRAGMENT
                ? selection.selectionSet
                : this.#fragments.get(selection.name.value)!,
            );
      if (!more) return undefined;
      fields.push(...more);
    }
    return fields;
  }

  #namesIn(selected: SelectionSetNode): string[] {
    return (this.#fieldsOf(selected) ?? []).map(({ name }) => name.value);
  }

  /** Where a value stands in the record of its object, or what writes it. */
  #valueOf(type: string, field: FieldNode): number | Write | undefined {
    const name = field.name.value;
    if (name === '__typename') return () => `"${type}"`;
    if (type === 'Node') {
      this.node.add(name);
      if (name === 'publisher') return this.#publisher(field);
      if (name === 'latestVersion') return this.#latestVersion(field);
      if (name === 'versions') return this.#versions(field);
    }
    const at = FIELDS[type]!.indexOf(name);
    const definition = (this.schema.getType(type) as GraphQLObjectType).getFields()[name];
    return at >= 0 && definition?.resolve === undefined ? at : undefined;
  }

  #publisher({ selectionSet }: FieldNode): Write | undefined {
    for (const name of this.#namesIn(selectionSet!)) this.publisher.add(name);
    const write = this.objectOf('Publisher', selectionSet!);
    return write && ((_record, of, first) => write(of.publisher!, of, first));
  }

  #latestVersion({ selectionSet }: FieldNode): Write | undefined {
    for (const name of this.#namesIn(selectionSet!)) this.latest.add(name);
    const write = this.objectOf('NodeVersion', selectionSet!);
    return write && ((_record, of, first) => (of.latest === null ? 'null' : write(of.latest, of, first)));
  }

  #versions(field: FieldNode): Write | undefined {
    const [nodes, ...others] = field.selectionSet!.selections;
    if (this.versions || others.length > 0 || !nodes || !isPlain(nodes) || nodes.name.value !== 'nodes')
      return undefined;
    this.versions = { field, fields: new Set(this.#namesIn(nodes.selectionSet!)) };
    const write = this.objectOf('NodeVersion', nodes.selectionSet!);
    return (
      write &&
      ((_record, of, first) =>
        `{"${answeredAs(nodes)}":[${recordsOf(of.versions, first)
          .map((version) => write(version, of, first))
          .join()}]}`)
    );
  }
}

/**
 * A page of nodes that is read past the caches, for documents that ask for what the database keeps as texts: no record
 * is made of them, and no value is parsed and serialized again.
 */
export class PageOfTexts {
  private constructor(
    private readonly page: AskedPage,
    private readonly asked: NodeWriter,
    private readonly write: Write,
  ) {}

  /** Compiles a document; undefined where it asks for anything else. */
  static compile(
    schema: GraphQLSchema,
    document: DocumentNode,
    operation: OperationDefinitionNode,
  ): PageOfTexts | undefined {
    const page = AskedPage.of(schema, operation);
    if (!page) return undefined;
    const writer = new NodeWriter(schema, document);
    const write = writer.objectOf('Node', page.nodes.selectionSet!);
    return write && new PageOfTexts(page, writer, write);
  }

  /** Whether a caller may ask past the caches by an argument. */
  get mayBeFresh(): boolean {
    return this.page.mayBeFresh;
  }

  /** What a caller asks; undefined where that is not as it should be, which others have to say. */
  plan(variables: Readonly<Record<string, unknown>>): PlannedPage | undefined {
    const now = this.page.now(variables);
    if (!now) return undefined;
    const { versions, node, publisher, latest } = this.asked;
    try {
      const first =
        versions &&
        firstVersions(now.argumentsOf('Node', versions.field) as unknown as VersionsArguments, versions.fields);
      return { question: now.question, fields: { node, publisher, latest, first }, isFresh: now.isFresh };
    } catch {
      return undefined;
    }
  }

  /**
   * The answer's data as JSON; one statement.
   * @returns undefined where there are errors
   */
  async data(catalogue: Catalogue, { question, fields }: PlannedPage): Promise<ListText | undefined> {
    const { nodes, total } = await catalogue.recordedPage(question, fields);
    // A node always has a publisher: that it has none is an error, and told as such.
    if (this.asked.publisher.size > 0 && nodes.some(({ publisher }) => publisher === null)) return undefined;
    const first = fields.first?.first ?? 0;
    return this.page.text(
      question,
      total,
      nodes.map((node) => this.write(node.node, node, first)),
    );
  }
}
