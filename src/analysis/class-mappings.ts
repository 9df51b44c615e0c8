import type { NewCoreNode } from '../services/store-nodes.js';
import { type ClassFields, fieldsOf } from './class-fields.js';
import { describeUnknown, storable } from './extracted-text.js';
import type { PythonPackage } from './python-package.js';
import { type PythonClass, type Scope, textOf, type Value } from './python-values.js';

const CORE_NODES_MAX = 4000;
const DISPLAY_NAME_MAX = 20_000;

/** Reads core-nodes from the class mappings of modules. */
export class MappingsReader {
  readonly #found = new Map<string, NewCoreNode>();
  /** Memoizes the fields, because several names may be mapped to the same class. */
  readonly #fields = new Map<PythonClass, ClassFields>();

  /** @param causes gets a line for each thing that can't be read */
  constructor(
    private readonly pack: PythonPackage,
    private readonly causes: string[],
  ) {}

  get coreNodes(): NewCoreNode[] {
    return [...this.#found.values()];
  }

  /** Reads the mappings of one module, which must have a name `NODE_CLASS_MAPPINGS`. */
  read(scope: Scope): void {
    const { path } = scope.module;
    const mappings = this.pack.nameOfModule(scope, 'NODE_CLASS_MAPPINGS')!;
    const displayNames = this.#displayNames(scope);
    if (mappings.kind !== 'dictionary') {
      this.causes.push(
        mappings.kind === 'unknown' ? describeUnknown(mappings) : `${path}: NODE_CLASS_MAPPINGS is no dictionary`,
      );
      return;
    }
    this.causes.push(...mappings.loose.map(describeUnknown));
    for (const { key, value } of mappings.entries.values()) {
      const text = textOf(key);
      const name = text === undefined ? undefined : storable(text);
      if (name === undefined || name === '') this.causes.push(`${path}: a name in NODE_CLASS_MAPPINGS is no text`);
      else if (value.kind !== 'class')
        this.causes.push(value.kind === 'unknown' ? `${name}: ${describeUnknown(value)}` : `${name}: is no class`);
      else if (this.#found.has(name)) this.causes.push(`${name}: is there twice`);
      else if (this.#found.size < CORE_NODES_MAX) this.#add(name, value, displayNames.get(text));
    }
  }

  #displayNames(scope: Scope): Map<string | undefined, Value> {
    const names = this.pack.nameOfModule(scope, 'NODE_DISPLAY_NAME_MAPPINGS');
    const unknowns = names?.kind === 'dictionary' ? names.loose : names?.kind === 'unknown' ? [names] : [];
    this.causes.push(...unknowns.map((unknown) => `NODE_DISPLAY_NAME_MAPPINGS: ${describeUnknown(unknown)}`));
    const entries = names?.kind === 'dictionary' ? [...names.entries.values()] : [];
    return new Map(entries.map(({ key, value }) => [textOf(key), value]));
  }

  #add(name: string, of: PythonClass, shown: Value | undefined): void {
    const { fields, causes } = this.#fieldsOf(of);
    const displayName = textOf(shown);
    if (shown && displayName === undefined)
      this.causes.push(
        `${name}: its display name: ${shown.kind === 'unknown' ? describeUnknown(shown) : 'is no text'}`,
      );
    this.#found.set(name, {
      name,
      ...(displayName === undefined ? {} : { displayName: storable(displayName, DISPLAY_NAME_MAX) }),
      ...fields,
    });
    this.causes.push(...causes.map((cause) => `${name}: ${cause}`));
  }

  #fieldsOf(of: PythonClass): ClassFields {
    const fields = this.#fields.get(of) ?? fieldsOf(this.pack, of);
    this.#fields.set(of, fields);
    return fields;
  }
}
