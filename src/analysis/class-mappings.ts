import type { NewCoreNode } from '../services/store-nodes.js';
import { CORE_NODES_BYTES, CORE_NODES_MAX } from '../values/core-node-bounds.js';
import { fieldsOf } from './class-fields.js';
import { describeUnknown, isPlace, storable } from './extracted-text.js';
import { type ClassFields, SchemaReader } from './class-schema.js';
import type { PythonPackage } from './python-package.js';
import {
  contentOf,
  isMaybe,
  type PythonClass,
  type Scope,
  textOf,
  type Unknown,
  type Value,
  isNone,
} from './python-values.js';
import { CALL_RESULT, isObject, isUnread } from './python-reasons.js';

const NAME_MAX = 500;
const DISPLAY_NAME_MAX = 20_000;

/** True if the database can store a name unchanged. Workflows refer to core-nodes by their exact names. */
const isStorable = (name: string): boolean => name.length <= NAME_MAX && !name.includes('\0') && name.isWellFormed();

/** Whether a core-node is there although its class is unknown: one of a library, or one that a call answers. */
const isThere = (value: Value): boolean => value.kind === 'unknown' && !isMaybe(value) && isObject(value);

/** Whether only a condition tells if a core-node exists, and not a source that can't be read or followed. */
const isConditional = (value: Value): boolean => isMaybe(value) && !isUnread(value);

/** The unknown result of a call. */
const unknownResult = (text: string, file: string): Unknown => ({
  kind: 'unknown',
  why: CALL_RESULT,
  text,
  file,
  line: 1,
});

/** Reads core-nodes from the class mappings of modules, and from lists of classes with schemas. */
export class MappingsReader {
  /** Why names may be missing, one line each. */
  readonly gaps: string[] = [];
  /** Why fields are missing, one line each. */
  readonly causes: string[] = [];
  /** Names that exist only under a condition which is unknown, one line each. */
  readonly uncertain: string[] = [];
  readonly #found = new Map<string, NewCoreNode>();
  /** Memoizes the fields, because several names may be mapped to the same class. */
  readonly #fields = new Map<PythonClass, ClassFields>();
  #bytes = 0;

  constructor(private readonly pack: PythonPackage) {}

  get coreNodes(): NewCoreNode[] {
    return [...this.#found.values()];
  }

  /** Reads the mappings of one module, or what its entry point lists if it has none. */
  read(scope: Scope): void {
    const named = this.pack.nameOfModule(scope, 'NODE_CLASS_MAPPINGS');
    // The host takes None for a missing name.
    const mappings = named?.kind === 'constant' && named.value === null ? undefined : named;
    if (mappings) this.#readMappings(contentOf(mappings, 'items'), scope);
    // The host does not call the entry point of a module that has mappings.
    if (mappings && mappings.kind !== 'unknown') return;
    const entryPoint = this.pack.nameOfModule(scope, 'comfy_entrypoint');
    if (entryPoint && entryPoint.kind !== 'unknown') this.#readEntryPoint(entryPoint, scope);
    else if (entryPoint && !mappings) this.gaps.push(describeUnknown(entryPoint));
  }

  #readMappings(mappings: Value, scope: Scope): void {
    const { path } = scope.module;
    if (mappings.kind !== 'dictionary') {
      this.gaps.push(
        mappings.kind === 'unknown' ? describeUnknown(mappings) : `${path}: NODE_CLASS_MAPPINGS is no dictionary`,
      );
      return;
    }
    const displayNames = this.#displayNames(scope);
    this.gaps.push(...mappings.loose.map(describeUnknown));
    for (const { key, value } of mappings.entries.values()) {
      const name = textOf(key);
      if (name === undefined || name === '' || isPlace(key))
        this.gaps.push(`${path}: a name in NODE_CLASS_MAPPINGS is no text`);
      else if (value.kind !== 'class' && !isThere(value)) {
        const why = value.kind === 'unknown' ? describeUnknown(value) : 'is no class';
        if (isConditional(value)) this.uncertain.push(`${name}: may not exist: ${why}`);
        else this.gaps.push(`${name}: ${why}`);
      } else if (!this.#add(path, name, value, displayNames.get(name))) return;
    }
  }

  #readEntryPoint(entryPoint: Value, scope: Scope): void {
    const { path } = scope.module;
    const extension = this.pack.callPlainly(entryPoint, unknownResult('comfy_entrypoint', path));
    const list = this.pack.attributeOf(extension, 'get_node_list') ?? unknownResult('get_node_list', path);
    const classes = this.pack.callPlainly(list, unknownResult('get_node_list', path));
    const { items, loose, possible } = this.pack.itemsOf(classes);
    if (loose && !possible) this.gaps.push(describeUnknown(loose));
    for (const item of possible ?? []) {
      const name = this.#schemaName(item, path);
      if (typeof name === 'string') this.uncertain.push(`${name}: may not exist: ${describeUnknown(loose!)}`);
      else this.#reportNameless(path, name);
    }
    for (const item of items) {
      const name = this.#schemaName(item, path);
      const shown = this.#givenSchema(item, 'display_name', path);
      if (typeof name !== 'string') this.#reportNameless(path, name);
      else if (!this.#found.has(name) && !this.#add(path, name, item, shown && isNone(shown) ? undefined : shown))
        return;
    }
  }

  /** The name of a core-node in its schema. */
  #schemaName(item: Value, path: string): string | Unknown | undefined {
    const given = this.#givenSchema(item, 'node_id', path);
    if (given) return (isPlace(given) ? undefined : textOf(given)) ?? (given.kind === 'unknown' ? given : undefined);
    const schema = item.kind === 'class' ? SchemaReader.of(this.pack, item) : item;
    return schema instanceof SchemaReader ? schema.name() : schema?.kind === 'unknown' ? schema : undefined;
  }

  /** An attribute of what a package's own `GET_SCHEMA` of a class without `define_schema` returns. */
  #givenSchema(item: Value, name: string, path: string): Value | undefined {
    const get = item.kind === 'class' ? this.pack.attributeOf(item, 'GET_SCHEMA') : undefined;
    if (get?.kind !== 'function' && get?.kind !== 'bound') return undefined;
    return this.pack.attributeOf(this.pack.callPlainly(get, unknownResult('GET_SCHEMA', path)), name);
  }

  #reportNameless(path: string, why: Unknown | undefined): void {
    this.gaps.push(why ? describeUnknown(why) : `${path}: get_node_list lists what is no core-node`);
  }

  #displayNames(scope: Scope): Map<string | undefined, Value> {
    const given = this.pack.nameOfModule(scope, 'NODE_DISPLAY_NAME_MAPPINGS');
    const names = given && contentOf(given);
    const unknowns = names?.kind === 'dictionary' ? names.loose : names?.kind === 'unknown' ? [names] : [];
    this.causes.push(...unknowns.map((unknown) => `NODE_DISPLAY_NAME_MAPPINGS: ${describeUnknown(unknown)}`));
    const entries = names?.kind === 'dictionary' ? [...names.entries.values()] : [];
    return new Map(entries.map(({ key, value }) => [textOf(key), value]));
  }

  /** Adds a core-node. @returns false if no more fit */
  #add(path: string, name: string, of: Value, shown: Value | undefined): boolean {
    if (!isStorable(name)) {
      this.gaps.push(`${path}: ${storable(name, 50)}… can’t be stored as a name`);
      return true;
    }
    if (this.#found.has(name)) {
      this.causes.push(`${name}: is there twice`);
      return true;
    }
    const { fields, causes, displayName: own } = of.kind === 'class' ? this.#fieldsOf(of) : this.#commonFields(of);
    const displayName = shown && isPlace(shown) ? undefined : shown ? textOf(shown) : own;
    if (shown && displayName === undefined)
      this.causes.push(
        `${name}: its display name: ${shown.kind === 'unknown' ? describeUnknown(shown) : 'is no text'}`,
      );
    const coreNode = {
      name,
      ...(displayName === undefined ? {} : { displayName: storable(displayName, DISPLAY_NAME_MAX) }),
      ...fields,
    };
    this.#bytes += Buffer.byteLength(JSON.stringify(coreNode));
    if (this.#found.size >= CORE_NODES_MAX || this.#bytes > CORE_NODES_BYTES) {
      this.gaps.push(`The definitions are more than ${CORE_NODES_MAX}, or larger than ${CORE_NODES_BYTES} bytes.`);
      return false;
    }
    this.#found.set(name, coreNode);
    this.causes.push(...causes.map((cause) => `${name}: ${cause}`));
    return true;
  }

  /** The fields that all classes have of which one is the core-node's. */
  #commonFields(value: Value): ClassFields {
    const causes = [whyUnread(value)];
    const [first, ...others] = value.kind === 'unknown' ? (value.classes ?? []).map((one) => this.#fieldsOf(one)) : [];
    if (!first) return { fields: {}, causes };
    const isCommon = ([name, field]: [string, unknown]): boolean =>
      others.every(({ fields }) => fields[name as keyof typeof fields] === field);
    return { fields: Object.fromEntries(Object.entries(first.fields).filter(isCommon)), causes };
  }

  #fieldsOf(of: PythonClass): ClassFields {
    const known = this.#fields.get(of);
    if (known) return known;
    const fields = fieldsOf(this.pack, of);
    this.#fields.set(of, fields);
    return fields;
  }
}

const whyUnread = (value: Value): string =>
  value.kind === 'unknown' ? `the class ${describeUnknown(value)}` : 'is no class';
