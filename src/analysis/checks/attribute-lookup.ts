import { dangerOf, isGuardedAttribute } from './catalogue.js';
import { isAnyVariable, isHarmlessVariable } from './call-marks.js';
import type { Memoized } from './dependencies.js';
import { canonical } from './external-names.js';
import {
  addDefaults,
  anyOf,
  type Container,
  container,
  either,
  elementsOf,
  type External,
  external,
  externalsOf,
  FROM_REQUEST,
  HOST_FOLDER,
  type Instance,
  madeOf,
  NOTHING,
  originOf,
  PYTHON_FOLDER,
  type OwnClass,
  SECRET,
  SUBCLASSES,
  type Ref,
  textsOf,
  textValue,
  UNKNOWN,
  type Value,
  valueOf,
} from './values.js';
import { decoratorsOf, NameLookup } from './name-lookup.js';

/** How many classes that a class is derived from are searched for an attribute. */
const BASES_MAX = 50;
const IS_PROPERTY = /(^|\.)(\w*property|getter)$/;
const IS_ENUMERATION = /^enum\.\w*(Enum|Flag)$/;

/** The name under which the items of an object are stored, next to its attributes. */
export const ITEMS = '[]';

/** The item of a list at a position, if both are known. */
const itemAt = ({ ordered }: Container, position: number): Value | undefined =>
  Number.isInteger(position) ? ordered?.at(position) : undefined;

/** True for a container of which a position or key stands for one known item. */
const isExact = (ref: Ref, key: Value, position: number): boolean =>
  ref.kind === 'container' &&
  (itemAt(ref, position) !== undefined ||
    (ref.items === NOTHING &&
      key.refs.length > 0 &&
      key.refs.every((one) => one.kind === 'text' && ref.keyed.has(one.text))));

/** Attributes of request handlers, and of the request that one handles, with what a client sends. */
const IS_REQUEST =
  /^(aiohttp\.web\.View\.request|http\.server\.\w+RequestHandler\.(path|headers|rfile)|socketserver\.\w+RequestHandler\.(rfile|request)|flask\.request\.\w+)$/;

/** An attribute that a class or its instance has from a class of a library. */
function ofBase({ path }: External, name: string): Value {
  const ofInstance = `${path}().${name}`;
  const own = canonical(`${path}.${name}`);
  const found = external(own, false, IS_REQUEST.test(own) ? FROM_REQUEST : 0);
  return dangerOf(ofInstance) === undefined ? found : either(found, external(ofInstance));
}

/** Names of paths in the folder of the host, and in those of Python and of libraries. */
const IN_HOST = /^folder_paths\.(__file__|base_path)$/;
const IN_PYTHON =
  /^(site|sysconfig|distutils\.sysconfig)\.\w|^sys\.(path|(base_)?(exec_)?prefix)$|\.(__file__|__path__|purelib|platlib|origin|submodule_search_locations)$/;
/** Constants of Python with which a package may put a path together. */
const CONSTANTS = new Map([
  ['os.extsep', '.'],
  ['os.curdir', '.'],
  ['os.pardir', '..'],
]);

/** Finds the values of attributes and items of a value. */
export abstract class AttributeLookup extends NameLookup {
  /** Attributes that classes have or inherit, by their names. */
  readonly #attributes = new Map<OwnClass, Map<string, Memoized<Value>>>();

  /** An attribute of a value. */
  attribute(value: Value, name: string, isHidden = false): Value {
    let found = originOf(value);
    for (const ref of value.refs) found = either(found, this.#attributeOf(ref, name, isHidden));
    return found;
  }

  #attributeOf(ref: Ref, name: string, isHidden: boolean): Value {
    switch (ref.kind) {
      case 'external':
        if (name === '__call__') return valueOf(ref);
        if (name === 'f_builtins' || name === '__builtins__') return external('builtins', true);
        if (name === 'f_globals' || name === 'f_locals') return external('?module.__dict__', true);
        if (/^(__globals__|func_globals)$/.test(name) && ref.path !== '?')
          return external(`${/^\w+/.exec(ref.path)?.[0] ?? '?'}.__dict__`, true);
        if (name === '__getattribute__') return external(`${ref.path}.__getattribute__`, true);
        return this.#ofExternal(canonical(`${ref.path}.${name}`), isHidden || ref.isHidden);
      case 'module':
        return this.moduleAttribute(ref.scope, name, 0);
      case 'class':
      case 'instance':
        return this.#classAttribute(ref, name);
      case 'function':
        if (/^(__globals__|func_globals)$/.test(name))
          return valueOf(container(NOTHING, undefined, { kind: 'module', scope: ref.scope.home }));
        if (/^(__(call|wrapped|func)__|func)$/.test(name)) return valueOf(ref);
        if (name === '__builtins__') return external('builtins', true);
        if (name === '__class__') return external('types.FunctionType');
        // A function that is made of the code does what this one does.
        return either(
          this.attributesOf(ref.node).get(name) ?? NOTHING,
          name === '__code__' ? either(external('function.__code__'), valueOf(ref)) : external(`function.${name}`),
        );
      case 'text':
        return external(`str.${name}`);
      default: {
        if (name === '__class__') return external('builtins.list');
        const own = ref.isRecord && !/^__/.test(name) ? either(ref.keyed.get(name) ?? NOTHING, ref.items) : NOTHING;
        return either(external(`container.${name}`), own);
      }
    }
  }

  #ofExternal(path: string, isHidden: boolean): Value {
    const constant = CONSTANTS.get(path);
    if (constant !== undefined) return textValue(constant);
    if (IN_HOST.test(path)) return external(path, isHidden, HOST_FOLDER);
    if (IS_REQUEST.test(path)) return external(path, isHidden, FROM_REQUEST);
    return external(path, isHidden, IN_PYTHON.test(path) ? PYTHON_FOLDER : 0);
  }

  #classAttribute(ref: OwnClass | (Ref & { kind: 'instance' }), name: string): Value {
    const owner = ref.kind === 'class' ? ref : ref.of;
    if (name === '__class__') return ref.kind === 'class' ? external('builtins.type') : valueOf(owner);
    if (name === '__dict__') return valueOf(container(NOTHING, undefined, owner));
    if (name === '__mro__' || name === '__bases__') return valueOf(container(anyOf(this.basesOf(owner))));
    if (name === '__base__') return anyOf(this.basesOf(owner));
    if (name === '__members__' && this.#isEnumeration(owner)) return valueOf(container(valueOf(owner.instance)));
    if (name === '__subclasses__' && ref.kind === 'class')
      return valueOf({ kind: 'external', path: SUBCLASSES, isHidden: false, bound: [valueOf(ref)] });
    const found = this.#inherited(owner, name);
    if (found !== NOTHING && ref.kind === 'instance') {
      const members = name === 'value' && this.#isEnumeration(owner) ? this.#membersOf(owner) : NOTHING;
      return anyOf([found, this.#ofProperties(found), members]);
    }
    if (found !== NOTHING) return this.#isEnumeration(owner) ? either(found, valueOf(owner.instance)) : found;
    const fallback = this.#inherited(owner, '__getattr__');
    return either(UNKNOWN, anyOf(fallback.refs.map((fn) => (fn.kind === 'function' ? this.returnsOf(fn) : NOTHING))));
  }

  /** The results of those functions of a value that are properties, and of descriptors. */
  #ofProperties({ refs }: Value): Value {
    return anyOf(
      refs.map((ref) => {
        if (ref.kind === 'instance') return this.#resultOfOwn(ref, '__get__');
        const isProperty =
          ref.kind === 'function' && decoratorsOf(ref.node, ref.scope).some((one) => IS_PROPERTY.test(one));
        return isProperty ? this.returnsOf(ref) : NOTHING;
      }),
    );
  }

  /** The values of the members of an enumeration. */
  #membersOf(owner: OwnClass): Value {
    const members = [...owner.scope.child(owner.node).names.values()].flat();
    return anyOf(members.map((binding) => (binding.kind === 'expression' ? this.boundValue([binding]) : NOTHING)));
  }

  /** The values that a loop over a value gives: the items of containers, and the members of enumerations. */
  iterated(value: Value): Value {
    const members = value.refs.map((ref) => {
      if (ref.kind === 'instance') return this.#iteratedByMethod(ref);
      return ref.kind === 'class' && this.#isEnumeration(ref) ? valueOf(ref.instance) : NOTHING;
    });
    return either(elementsOf(value), anyOf(members));
  }

  /** The items of the iterator of an instance, which may be the instance itself. */
  #iteratedByMethod(ref: Instance): Value {
    const iterator = this.#resultOfOwn(ref, '__iter__');
    const next = anyOf(
      iterator.refs.map((one) => (one.kind === 'instance' ? this.#resultOfOwn(one, '__next__') : NOTHING)),
    );
    return iterator === NOTHING ? NOTHING : either(elementsOf(iterator), next);
  }

  /** The possible results of a special method, if the class defines or inherits it. */
  #resultOfOwn({ of }: Instance, name: string): Value {
    const { refs } = this.#inherited(of, name);
    return anyOf(refs.map((method) => (method.kind === 'function' ? this.returnsOf(method) : NOTHING)));
  }

  /** True for an enumeration, whose members are its instances. */
  #isEnumeration(owner: OwnClass): boolean {
    return this.basesOf(owner).some((base) => externalsOf(base).some(({ path }) => IS_ENUMERATION.test(path)));
  }

  /** An attribute that a class has or inherits; `NOTHING` if it has none. */
  #inherited(owner: OwnClass, name: string): Value {
    let attributes = this.#attributes.get(owner);
    if (!attributes) this.#attributes.set(owner, (attributes = new Map()));
    const known = attributes.get(name);
    if (known && (known.isOpen || this.dependencies.isStillCurrent(known))) {
      this.dependencies.use(known);
      return known.value;
    }
    const memoized = this.dependencies.open(NOTHING);
    attributes.set(name, memoized);
    memoized.value = this.#search(owner, name, new Set());
    memoized.isOpen = false;
    this.dependencies.close();
    return memoized.value;
  }

  #search(owner: OwnClass, name: string, seen: Set<OwnClass>): Value {
    if (seen.has(owner) || seen.size > BASES_MAX) return NOTHING;
    seen.add(owner);
    const bindings = owner.scope.child(owner.node).names.get(name);
    this.dependencies.read(name);
    const own = anyOf([
      owner.attributes.get(name) ?? NOTHING,
      owner.original?.attributes.get(name) ?? NOTHING,
      bindings ? this.boundValue(bindings) : NOTHING,
    ]);
    if (bindings) return own;
    let found = own;
    for (const base of this.basesOf(owner))
      for (const ref of base.refs) {
        if (ref.kind === 'class') found = either(found, this.#search(ref, name, seen));
        else if (ref.kind === 'external' && found === NOTHING) found = ofBase(ref, name);
      }
    return found;
  }

  /** The names of the attributes that a class has or inherits. */
  attributeNames(own: OwnClass, seen: Set<OwnClass> = new Set<OwnClass>()): string[] {
    if (seen.has(own) || seen.size > BASES_MAX) return [];
    seen.add(own);
    const inherited = this.basesOf(own).flatMap(({ refs }) =>
      refs.flatMap((ref) => (ref.kind === 'class' ? this.attributeNames(ref, seen) : [])),
    );
    return [...own.scope.child(own.node).names.keys(), ...own.attributes.keys(), ...inherited];
  }

  /** The classes of the archive that are derived from a class. */
  subclassesOf(own: OwnClass): Value {
    const derived = this.classes.filter((one) => this.basesOf(one).some(({ refs }) => refs.some((ref) => ref === own)));
    return anyOf(derived.map((one) => valueOf(one)));
  }

  /** The base classes of a class. */
  basesOf({ node, scope }: OwnClass): Value[] {
    const parts = node.child('superclasses')?.named ?? [];
    return parts
      .filter(({ type }) => type !== 'keyword_argument')
      .slice(0, BASES_MAX)
      .map((part) => this.evaluate(part, scope));
  }

  /** An item of a value, by its key or position. */
  item(owner: Value, key: Value, position = NaN): Value {
    const marks = isHarmlessVariable(owner, key) ? owner.marks & ~SECRET : owner.marks;
    // The words of a list are those of all its items.
    const words = owner.refs.length > 0 && owner.refs.every((ref) => isExact(ref, key, position)) ? [] : owner.words;
    let found = originOf({ ...owner, marks, words });
    for (const ref of owner.refs) found = either(found, this.#itemOf(ref, key, position));
    return found;
  }

  #itemOf(ref: Ref, key: Value, position: number): Value {
    const texts = textsOf(key);
    if (ref.kind === 'container') {
      const owner = ref.namespaceOf;
      if (owner) {
        if (texts.length > 0) return anyOf(texts.map((text) => this.attribute(valueOf(owner), text, true)));
        return either(madeOf([key]), external('namespace[]', true, key.marks));
      }
      const exact = itemAt(ref, position);
      if (exact) return exact;
      addDefaults(ref, texts);
      const keyed = anyOf(texts.map((text) => ref.keyed.get(text) ?? NOTHING));
      return texts.length > 0 && keyed !== NOTHING ? either(keyed, ref.items) : elementsOf(valueOf(ref));
    }
    // `Base[int]` is the class itself.
    if (ref.kind === 'class') return valueOf(this.#isEnumeration(ref) ? ref.instance : ref);
    if (ref.kind === 'instance') {
      this.dependencies.read(ITEMS);
      return either(this.resultOfSpecial(ref, '__getitem__'), ref.of.attributes.get(ITEMS) ?? NOTHING);
    }
    if (ref.kind !== 'external') return UNKNOWN;
    if (ref.path === 'sys.modules') return this.moduleNamed(key, undefined);
    // A class with the type of its results, such as `Popen[bytes]`.
    if (ref.path === 'subprocess.Popen') return valueOf(ref);
    // In modules other than `__main__`, `__builtins__` is the dictionary.
    const dictionary = /^(.+)\.__dict__$/.exec(ref.path) ?? /^(builtins)$/.exec(ref.path);
    if (ref.path === 'os.environ') return external('os.environ[]', false, isAnyVariable(key) ? SECRET : 0, texts);
    if (isGuardedAttribute(ref.path)) return valueOf(ref);
    if (!dictionary) {
      const isTelling = /\.(headers|folder_names_and_paths)$/.test(ref.path);
      return external(ref.path === '?' ? '?' : `${ref.path}[]`, ref.isHidden, 0, isTelling ? texts : []);
    }
    const source = external(dictionary[1]!, true);
    return texts.length > 0
      ? anyOf(texts.map((text) => this.attribute(source, text, true)))
      : external(`${dictionary[1]!}.*`, true, key.marks);
  }

  /** The possible results of a special method of an instance, such as `__getitem__`. */
  protected resultOfSpecial(ref: Ref, name: string): Value {
    if (ref.kind !== 'instance') return UNKNOWN;
    return anyOf(
      this.attribute(valueOf(ref), name).refs.map((method) =>
        method.kind === 'function' ? this.returnsOf(method) : UNKNOWN,
      ),
    );
  }
}
