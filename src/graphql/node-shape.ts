import {
  type FieldNode,
  type FragmentDefinitionNode,
  getArgumentValues,
  getNamedType,
  getNullableType,
  type GraphQLObjectType,
  type GraphQLSchema,
  isLeafType,
  isListType,
  isObjectType,
  Kind,
  type SelectionNode,
  type SelectionSetNode,
} from 'graphql';
import type { NodeParts, NodeShape } from '../catalogue/node-shape.js';
import type { FirstVersions } from '../catalogue/version-lists.js';
import { withoutHidden } from '../catalogue/visibility.js';
import { isIncluded, type Variables } from './conditions.js';
import { firstVersions, versionCursor, type VersionsArguments } from './inputs/first-versions.js';
import { toConnection } from './types/connection.js';

/** Writes the value of a field as JSON. Fields of `Node` can also read the other parts of the node. */
type Write = (value: never, parts: NodeParts) => string;

export const responseName = ({ alias, name }: FieldNode): string => (alias ?? name).value;

/** Compiles a selection of `Node` for given variables; see `nodeShape`. */
class ShapeCompiler {
  readonly #node = new Set<string>();
  readonly #publisher = new Set<string>();
  readonly #latest = new Set<string>();
  #versionsSelected: FirstVersions | undefined;

  constructor(
    private readonly schema: GraphQLSchema,
    private readonly fragments: ReadonlyMap<string, FragmentDefinitionNode>,
    private readonly variables: Variables,
  ) {}

  get #nodeType(): GraphQLObjectType {
    return this.schema.getType('Node') as GraphQLObjectType;
  }

  shape(selectionSet: SelectionSetNode): NodeShape | undefined {
    const write = this.#object(this.#nodeType, [selectionSet], this.#node);
    const needsPublisher = this.#publisher.size > 0;
    return (
      write && {
        selection: {
          node: this.#node,
          publisher: this.#publisher,
          latest: this.#latest,
          versions: this.#versionsSelected,
        },
        // The field `publisher` can't be null, so a node without its publisher is left to Apollo, which reports the
        // error.
        write: (parts) => (needsPublisher && !parts.publisher ? undefined : write(parts.node as never, parts)),
      }
    );
  }

  /**
   * Compiles the selections of an object.
   * @param names receives the names of the selected record fields
   * @returns `undefined` if a selected field has a resolver and is not a supported relation of a node
   */
  #object(type: GraphQLObjectType, selectionSets: readonly SelectionSetNode[], names: Set<string>): Write | undefined {
    const selected = new Map<string, FieldNode[]>();
    if (!selectionSets.every((set) => this.#collect(type, set.selections, selected))) return undefined;
    const writers: (readonly [prefix: string, write: Write])[] = [];
    for (const [name, nodes] of selected) {
      const write = this.#field(type, nodes, names);
      if (!write) return undefined;
      writers.push([`${writers.length === 0 ? '{' : ','}"${name}":`, write]);
    }
    return (value, parts) => {
      // No field is left if conditions exclude all of them.
      let json = writers.length === 0 ? '{' : '';
      for (const [prefix, write] of writers) json += prefix + write(value, parts);
      return `${json}}`;
    };
  }

  /**
   * Collects the selected fields by response name, as in CollectFields of the GraphQL specification.
   * @returns false if a fragment has another type condition
   */
  #collect(type: GraphQLObjectType, selections: readonly SelectionNode[], into: Map<string, FieldNode[]>): boolean {
    return selections.every((selection) => {
      if (!isIncluded(selection, this.variables)) return true;
      if (selection.kind === Kind.FIELD) {
        const name = responseName(selection);
        into.set(name, [...(into.get(name) ?? []), selection]);
        return true;
      }
      const { typeCondition, selectionSet } =
        selection.kind === Kind.INLINE_FRAGMENT ? selection : this.fragments.get(selection.name.value)!;
      const isOfType = typeCondition === undefined || typeCondition.name.value === type.name;
      return isOfType && this.#collect(type, selectionSet.selections, into);
    });
  }

  #field(type: GraphQLObjectType, nodes: readonly FieldNode[], names: Set<string>): Write | undefined {
    const name = nodes[0]!.name.value;
    if (name === '__typename') return () => `"${type.name}"`;
    const field = type.getFields()[name]!;
    const of = getNamedType(field.type);
    const selectionSets = nodes.flatMap(({ selectionSet }) => selectionSet ?? []);
    if (type.name === 'Node' && isObjectType(of) && field.resolve)
      return this.#relation(name, of, nodes[0]!, selectionSets);
    if (field.resolve) return undefined;
    names.add(name);
    if (isLeafType(of)) return (value: Readonly<Record<string, unknown>>) => JSON.stringify(value[name] ?? null);
    const write = isObjectType(of) ? this.#object(of, selectionSets, names) : undefined;
    if (!write) return undefined;
    return isListType(getNullableType(field.type))
      ? (value: Readonly<Record<string, readonly never[]>>, parts) =>
          `[${value[name]!.map((item) => write(item, parts)).join()}]`
      : (value: Readonly<Record<string, never>>, parts) => write(value[name]!, parts);
  }

  /** Compiles a field of `Node` that selects other records, which are read together with the node. */
  #relation(
    name: string,
    type: GraphQLObjectType,
    node: FieldNode,
    selectionSets: readonly SelectionSetNode[],
  ): Write | undefined {
    if (name === 'publisher') {
      const write = this.#object(type, selectionSets, this.#publisher.add('id'));
      return write && ((_node, parts) => write(parts.publisher as never, parts));
    }
    if (name === 'latestVersion') {
      const write = this.#object(type, selectionSets, this.#latest.add('id'));
      return write && ((_node, parts) => (parts.latest ? write(parts.latest as never, parts) : 'null'));
    }
    return name === 'versions' ? this.#versions(type, node, selectionSets) : undefined;
  }

  #versions(type: GraphQLObjectType, node: FieldNode, selectionSets: readonly SelectionSetNode[]): Write | undefined {
    // `NodeParts` has room for one list of versions only.
    if (this.#versionsSelected) return undefined;
    const args = getArgumentValues(this.#nodeType.getFields()['versions']!, node, this.variables);
    const { after } = args as unknown as VersionsArguments;
    const fields = new Set<string>();
    const selected = firstVersions(args as unknown as VersionsArguments);
    // Not every viewer may read versions with these statuses.
    if (withoutHidden(selected.statuses).length < selected.statuses.length) return undefined;
    this.#versionsSelected = { ...selected, fields };
    const write = this.#object(type, selectionSets, fields);
    return (
      write && ((_node, parts) => write(toConnection(parts.versions, after, versionCursor, () => 0) as never, parts))
    );
  }
}

/**
 * Compiles a selection of `Node`.
 * @param variables coerced variables, for the conditions and arguments in the selection
 * @returns `undefined` if the selection has anything but record fields of the node, of its publisher, of its latest
 *   version, and of one list of its versions
 * @throws INVALID_INPUT for an invalid argument
 */
export const nodeShape = (
  schema: GraphQLSchema,
  fragments: ReadonlyMap<string, FragmentDefinitionNode>,
  selectionSet: SelectionSetNode,
  variables: Variables,
): NodeShape | undefined => new ShapeCompiler(schema, fragments, variables).shape(selectionSet);
