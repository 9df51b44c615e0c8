import { invalidInput } from '../errors/app-error.js';
import { memoize } from '../values/memoize.js';
import { isSemVer } from '../values/semver.js';
import { isUuid } from '../values/uuid.js';
import { type CountedPin, NAME_LENGTH_MAX, type NameUse, NAMES_MAX, type Pin } from './question.js';

/** Limit of the ids of workflow elements that are listed for one name. */
const USED_BY_MAX = 100;
const SUBGRAPHS_MAX = 10_000;
/** Types of elements that belong to the host's editor. They are not core-nodes and are never executed. */
export const EDITOR_TYPES: ReadonlySet<string> = new Set(['Note', 'MarkdownNote', 'PrimitiveNode', 'Reroute']);
/** Types of elements that scripts of a node define for the browser, with the repository of the node. */
export const SCRIPT_TYPES: ReadonlyMap<string, string> = new Map([
  ['SetNode', 'kijai/ComfyUI-KJNodes'],
  ['GetNode', 'kijai/ComfyUI-KJNodes'],
]);
/** Elements that are instances of a group have types such as `workflow>My group`. Older editors wrote `workflow/…`. */
const GROUP_INSTANCE = /^workflow[>/]/;
const REPOSITORY = /^[\w.-]{1,100}\/[\w.-]{1,100}$/;

type Fields = Readonly<Record<string, unknown>>;

const isObject = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const isAbsent = (value: unknown): boolean => value === undefined || value === null;

const fault = (path: string, what: string): never => {
  throw invalidInput([`${path}: ${what}`]);
};

function objectAt(value: unknown, path: string): Fields {
  return isObject(value) ? value : fault(path, 'takes an object');
}

function listAt(value: unknown, path: string): readonly unknown[] {
  return Array.isArray(value) ? value : fault(path, 'takes a list');
}

/**
 * Asserts that a value is a core-node name, and returns it.
 * @throws INVALID_INPUT with the path
 */
export function nameAt(value: unknown, path: string): string {
  if (typeof value !== 'string' || value === '') return fault(path, 'takes the name of a core-node');
  if (value.length > NAME_LENGTH_MAX) return fault(path, `takes at most ${NAME_LENGTH_MAX} characters`);
  return value.includes('\0') || !value.isWellFormed()
    ? fault(path, 'contains a character that no core-node name has (NUL or a lone surrogate)')
    : value;
}

const textOf = (value: unknown): string | undefined =>
  typeof value === 'string' && value.length <= 200 && value.isWellFormed() && !value.includes('\0') && value !== ''
    ? value
    : undefined;

/** Returns the pin in the properties of a workflow element: the node's id in a registry, its repository, or both. */
function pinOf(properties: unknown, isVersion: (text: string) => boolean): Pin | undefined {
  if (!isObject(properties)) return undefined;
  const auxiliary = textOf(properties['aux_id']);
  const repository = auxiliary !== undefined && REPOSITORY.test(auxiliary) ? auxiliary : undefined;
  // Some editors store the name of the repository without its owner.
  const name = auxiliary?.includes('/') ? undefined : auxiliary;
  const id = textOf(properties['cnr_id']) ?? textOf(properties['node_id']) ?? name;
  const stated = textOf(properties['ver']) ?? textOf(properties['version']);
  const number = stated?.replace(/^v/, '');
  const version = number !== undefined && isVersion(number) ? number : undefined;
  return id === undefined && repository === undefined ? undefined : { id, repository, version };
}

/** A pin that is counted. */
type Counting = { -readonly [Field in keyof CountedPin]: CountedPin[Field] };

const NO_PINS: readonly CountedPin[] = [];

/** No part contains NUL, because `textOf` refuses it. */
const keyOf = ({ id, repository, version }: Pin): string => `${id}\0${repository}\0${version}`;

/** Counts the pins of one core-node name. */
class PinCounter {
  #last: Counting | undefined;
  /** All counted pins, by their parts, if there are several. */
  #counted: Map<string, Counting> | undefined;

  add(pin: Pin): void {
    const last = this.#last;
    if (!last) this.#last = { pin, times: 1 };
    // Most elements of a type have the same pin.
    else if (last.pin.id === pin.id && last.pin.repository === pin.repository && last.pin.version === pin.version)
      last.times++;
    else {
      this.#counted ??= new Map([[keyOf(last.pin), last]]);
      const key = keyOf(pin);
      const known = this.#counted.get(key);
      if (known) known.times++;
      this.#last = known ?? { pin, times: 1 };
      if (!known) this.#counted.set(key, this.#last);
    }
  }

  /** The counted pins, the most frequent first; of equally frequent ones, the first in the workflow. */
  get all(): readonly CountedPin[] {
    if (!this.#counted) return this.#last ? [this.#last] : [];
    return [...this.#counted.values()].sort((a, b) => b.times - a.times);
  }
}

/** Collects the uses of each core-node name, and counts the pins of each. */
export class UseCollector {
  readonly #uses = new Map<string, { readonly usedBy: string[]; pins: PinCounter | undefined }>();
  /** Workflows repeat a few versions for thousands of elements. */
  readonly #isVersion = memoize(isSemVer);

  /** True for a name that was added before. */
  has(name: unknown): name is string {
    return this.#uses.has(name as string);
  }

  /** Adds a name, unless it is known. @throws INVALID_INPUT with the path if there are too many distinct names */
  addName(name: string, path: string): void {
    if (this.#uses.has(name)) return;
    if (this.#uses.size === NAMES_MAX) fault(path, `is beyond the limit of ${NAMES_MAX} distinct names`);
    this.#uses.set(name, { usedBy: [], pins: undefined });
  }

  /** Adds a use of a name that was added before. */
  addUse(name: string, id: string | undefined, properties: unknown): void {
    const use = this.#uses.get(name)!;
    if (id !== undefined && use.usedBy.length < USED_BY_MAX) use.usedBy.push(id);
    const pin = pinOf(properties, this.#isVersion);
    if (pin) (use.pins ??= new PinCounter()).add(pin);
  }

  /** The uses, sorted by name. */
  get uses(): NameUse[] {
    return [...this.#uses.keys()].sort().map((name): NameUse => {
      const { usedBy, pins } = this.#uses.get(name)!;
      return { name, usedBy, pins: pins?.all ?? NO_PINS };
    });
  }
}

/** The beginning of a text. A half of a surrogate pair is replaced, because strict JSON parsers refuse it. */
const shortened = (text: string, length: number): string => text.slice(0, length).toWellFormed();

/** Returns the id of a workflow element as a short string. */
const idText = (id: unknown): string | undefined =>
  typeof id === 'number' ? String(id) : typeof id === 'string' && id.isWellFormed() ? shortened(id, 100) : undefined;

/** Reads the elements of a graph: of the workflow, of a subgraph or of a group. */
function readNodes(
  nodes: unknown,
  path: string,
  instances: ReadonlySet<string>,
  within: string,
  uses: UseCollector,
): void {
  listAt(nodes, path).forEach((value, index) => {
    const node = isObject(value) ? value : fault(`${path}.${index}`, 'takes an object');
    const type = node['type'];
    // Workflows repeat a few types for thousands of elements, so each type is checked once.
    if (!uses.has(type)) {
      const place = `${path}.${index}.type`;
      const name = nameAt(type, place);
      // The type of an element that is an instance of a subgraph is the id of the subgraph's definition.
      if (instances.has(name) || isUuid(name) || GROUP_INSTANCE.test(name)) return;
      uses.addName(name, place);
    } else if (instances.has(type)) return;
    // In groups, elements have an index instead of an id, or the id -1.
    const own = node['id'] === -1 ? undefined : node['id'];
    const id = idText(own ?? node['index'] ?? node['id']);
    uses.addUse(type as string, id === undefined ? undefined : within + id, node['properties']);
  });
}

interface Subgraph {
  readonly fields: Fields;
  readonly path: string;
}

/** Returns the definitions of subgraphs, including those inside other definitions. */
function subgraphsOf(workflow: Fields, path: string): Subgraph[] {
  const found: Subgraph[] = [];
  const add = (graph: Fields, at: string): void => {
    const definitions = isAbsent(graph['definitions']) ? {} : objectAt(graph['definitions'], `${at}.definitions`);
    const place = `${at}.definitions.subgraphs`;
    const listed = isAbsent(definitions['subgraphs']) ? [] : listAt(definitions['subgraphs'], place);
    if (found.length + listed.length > SUBGRAPHS_MAX) fault(place, `takes at most ${SUBGRAPHS_MAX} subgraphs`);
    listed.forEach((value, index) =>
      found.push({ fields: objectAt(value, `${place}.${index}`), path: `${place}.${index}` }),
    );
  };
  add(workflow, path);
  // The loop also visits the subgraphs that it adds. It ends, because JSON has no cycles.
  for (const { fields, path: at } of found) add(fields, at);
  return found;
}

/** Reads the graph form, which editors save: elements with types, definitions of subgraphs, and groups. */
function readGraph(workflow: Fields, path: string, uses: UseCollector): void {
  const subgraphs = subgraphsOf(workflow, path);
  const instances = new Set(subgraphs.map(({ fields }) => String(fields['id'])));
  readNodes(workflow['nodes'], `${path}.nodes`, instances, '', uses);
  subgraphs.forEach(({ fields, path: at }, index) =>
    readNodes(fields['nodes'] ?? [], `${at}.nodes`, instances, `${idText(fields['id']) ?? index}:`, uses),
  );
  const extra = isObject(workflow['extra']) ? workflow['extra'] : {};
  const groups = isAbsent(extra['groupNodes']) ? {} : objectAt(extra['groupNodes'], `${path}.extra.groupNodes`);
  for (const [name, value] of Object.entries(groups)) {
    const place = `${path}.extra.groupNodes.${shortened(name, 50)}`;
    readNodes(objectAt(value, place)['nodes'] ?? [], `${place}.nodes`, instances, `${shortened(name, 50)}:`, uses);
  }
}

/** Reads the prompt form, which hosts execute: for each element's id, its `class_type` and inputs. */
function readPrompt(workflow: Fields, path: string, uses: UseCollector): void {
  for (const [id, value] of Object.entries(workflow)) {
    const place = `${path}.${shortened(id, 50)}`;
    const node = objectAt(value, place);
    const properties = isObject(node['properties']) ? node['properties'] : node['_meta'];
    const name = nameAt(node['class_type'], `${place}.class_type`);
    uses.addName(name, `${place}.class_type`);
    uses.addUse(name, idText(id), properties);
  }
}

/**
 * Reads the core-node names of a workflow in the graph form or the prompt form.
 * @throws INVALID_INPUT with the path of the first error
 */
export function readWorkflow(value: unknown, uses: UseCollector, path = 'workflow'): void {
  const workflow = objectAt(value, path);
  if ('nodes' in workflow && !isObject(workflow['nodes'])) readGraph(workflow, path, uses);
  else if (isObject(workflow['prompt']) && !('class_type' in workflow['prompt']))
    readPrompt(workflow['prompt'], `${path}.prompt`, uses);
  else if (isObject(workflow['workflow']) && !('class_type' in workflow['workflow']))
    readWorkflow(workflow['workflow'], uses, `${path}.workflow`);
  else readPrompt(workflow, path, uses);
}
