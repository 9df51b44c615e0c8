import { isHostNode } from '../host-classes.js';
import { dangerOf, isNetworkCall, isStandardPath } from './catalogue.js';
import { isSpecial, SPECIAL_METHODS } from './class-traits.js';
import type { Arguments } from './evaluation.js';
import type { Moment } from './external-call.js';
import { decoratorsOf } from './name-lookup.js';
import { isFileLoader, MUTATORS, OF_STREAMS } from './callbacks.js';
import { allMethods, methodsNamed } from './method-selection.js';
import type { Reachability } from './reachability.js';
import { parametersOf, type Scope } from './scopes.js';
import {
  type Access,
  anyOf,
  elementsOf,
  externalsOf,
  FILE_OF_HOST,
  FROM_HOST,
  FROM_REQUEST,
  type Instance,
  marked,
  NOTHING,
  type OwnClass,
  type OwnModule,
  type Ref,
  textsOf,
  textValue,
  type Value,
  valueOf,
} from './values.js';

/** Objects of the standard library that keep any attributes and call none. */
const KEEPS_ATTRIBUTES = /^(types\.SimpleNamespace|argparse\.Namespace|threading\.local)\(\)$/;

/** The decorators of the functions that they call. */
const ACCESSORS: Readonly<Record<Access, RegExp>> = {
  get: /property|\.getter$/,
  set: /\.setter$/,
  delete: /\.deleter$/,
};

/** Methods of lists after which an index stands for another item. */
const REARRANGES =
  /^(insert|pop|remove|clear|sort|reverse|rotate|appendleft|popleft|extendleft|__(set|del)item__|__i(add|mul)__|__init__)$/;

/** Applies changes of functions, classes, modules and containers, and reaches the code that such a change makes run. */
export class ObjectEffects {
  constructor(private readonly reachability: Reachability) {}

  /**
   * Marks the first parameter of request handlers, or all if they get parts of it, as data from a request. If others
   * have no default, `functools.partial` has set all but one of them.
   */
  serve(handlers: readonly Value[], isOfParts: boolean): void {
    for (const ref of handlers.flatMap(({ refs }) => refs)) {
      if (ref.kind !== 'function') continue;
      const parameters = parametersOf(ref.node, ref.scope.home.source);
      for (const [at, { name, takes, standard }] of parameters.slice(ref.owner ? 1 : 0).entries())
        if (isOfParts || at === 0 || (takes === 'one' && standard === undefined))
          this.reachability.flow.bind(ref, name, marked(FROM_REQUEST));
    }
  }

  /**
   * Marks functions that replace those of the host or see all of its requests as running later, and what they get.
   * @param from the first parameter that is marked
   */
  intercept({ refs }: Value, mark = FROM_HOST, from = 0): void {
    for (const ref of refs) {
      if (ref.kind !== 'function') continue;
      // Functions that are made by others are only reached here.
      if (isInFunction(ref.scope)) this.reachability.enter(ref, 'later');
      for (const { name } of parametersOf(ref.node, ref.scope.home.source).slice(from))
        this.reachability.flow.bind(ref, name, marked(mark));
    }
  }

  /** Marks what the methods of a class get that replaces a core-node of the host. */
  replaceNode(name: Value, { refs }: Value): void {
    if (!textsOf(name).some(isHostNode)) return;
    const { evaluator } = this.reachability;
    for (const ref of refs)
      for (const method of ref.kind === 'class' ? evaluator.attributeNames(ref) : [])
        this.intercept(evaluator.attribute(valueOf(ref), method), FROM_HOST, 1);
  }

  /** Applies that the mapping of the host's core-nodes is updated with others. */
  replaceNodes({ positional, named }: Arguments): void {
    const given = positional.flatMap(({ refs }) =>
      refs.flatMap((ref) => (ref.kind === 'container' ? [...ref.keyed] : [])),
    );
    for (const [name, value] of [...given, ...named]) this.replaceNode(textValue(name), value);
  }

  /** Makes functions accessors of an attribute, as `property(getter, setter, deleter)` does. */
  makeAccessors({ positional: [get, set, del], named }: Arguments): void {
    const given = [
      ['get', get ?? named.get('fget')],
      ['set', set ?? named.get('fset')],
      ['delete', del ?? named.get('fdel')],
    ] as const;
    for (const [access, value] of given)
      for (const ref of value?.refs ?? []) {
        if (ref.kind !== 'function' || ref.accesses.has(access)) continue;
        ref.accesses.add(access);
        this.reachability.noteChange(ref);
      }
  }

  /** True for a function that an access to an attribute calls: to read it, set it, or delete it. */
  isAccessor(ref: Ref, access: Access): boolean {
    if (ref.kind !== 'function') return false;
    this.reachability.evaluator.dependencies.read(ref);
    return (
      ref.accesses.has(access) ||
      decoratorsOf(ref.node, ref.scope).some((decorator) => ACCESSORS[access].test(decorator))
    );
  }

  /** Marks the special methods and accessors of a class that `type(name, bases, names)` makes. */
  defineByCall({ positional: [, bases = NOTHING, names = NOTHING], named }: Arguments, moment: Moment): void {
    for (const ref of elementsOf(bases).refs)
      if (ref.kind === 'class') this.reachability.runMethods(ref, methodsNamed('__init_subclass__'), moment);
    for (const ref of [...names.refs, ...(named.get('namespace')?.refs ?? [])])
      if (ref.kind === 'container')
        for (const [name, value] of ref.keyed)
          if (isSpecial(name) || name === '__init_subclass__' || value.refs.some((one) => this.isAccessor(one, 'get')))
            this.reachability.runAll([value], moment);
  }

  /** Runs all methods of the classes that a function gets, such as tests or commands of an installer. */
  runClasses(args: Arguments, moment: Moment): void {
    for (const ref of args.all.flatMap((value) => [...value.refs, ...elementsOf(value).refs]))
      if (ref.kind === 'class' || ref.kind === 'instance')
        this.reachability.runMethods(ref.kind === 'class' ? ref : ref.of, allMethods, moment);
  }

  /** Applies `dataclasses.replace(object, name=value)`, which makes an object with other values. */
  replaceFields({ positional: [{ refs } = NOTHING], named }: Arguments): void {
    for (const ref of refs)
      if (ref.kind === 'instance') for (const [name, value] of named) this.reachability.setField(ref, name, value);
  }

  /** Applies `setattr(owner, name, value)`. */
  setAttribute({ positional: [owner = NOTHING, name = NOTHING, value = NOTHING] }: Arguments, moment: Moment): void {
    const texts = textsOf(name);
    for (const ref of owner.refs) {
      for (const text of texts) this.store(ref, text, value, moment);
      if (texts.length === 0 && ref.kind === 'external' && !ref.path.startsWith('?'))
        this.intercept(value, markOfReplaced(ref.path));
    }
  }

  /** Applies the call of a method to its object. A method of a container, such as `append`, may change it. */
  callMethod(owner: Value, name: string, callee: Value, args: Arguments, moment: Moment): void {
    this.reachability.flow.bindReceiver(callee, owner, moment);
    if (REARRANGES.test(name)) this.rearrange(owner);
    if (name === 'sort') this.reachability.runAll([args.named.get('key') ?? NOTHING], moment);
    if (!MUTATORS.has(name)) return;
    for (const ref of owner.refs) {
      if (ref.kind === 'container') {
        if (name === 'update') this.#update(ref, args);
        else if (name === '__setitem__' || name === 'setdefault')
          this.put(ref, args.positional[0] ?? NOTHING, args.positional[1] ?? NOTHING);
        else if (name === 'extend') this.put(ref, NOTHING, anyOf(args.positional.map(elementsOf)));
        else this.put(ref, NOTHING, args.positional.at(-1) ?? NOTHING);
      }
    }
  }

  /** Applies that names of modules are added to a namespace, as `from module import *` does. */
  #importAll({ scope }: OwnModule, names: Value): void {
    for (const { path } of externalsOf(names)) {
      const module = /^(\w[\w.]*)\.__dict__$/.exec(path)?.[1];
      if (module === undefined || scope.stars.some(({ from }) => from.path.join('.') === module)) continue;
      scope.stars.push({ as: '*', from: { level: 0, path: module.split('.') }, name: '*' });
      this.reachability.evaluator.dependencies.invalidateAll();
      this.reachability.hasChanged = true;
    }
  }

  #update(target: Ref & { kind: 'container' }, args: Arguments): void {
    if (target.namespaceOf?.kind === 'module')
      for (const value of args.positional) this.#importAll(target.namespaceOf, value);
    for (const value of args.positional)
      for (const ref of value.refs)
        if (ref.kind === 'container') for (const [key, item] of ref.keyed) this.put(target, textValue(key), item);
    for (const [key, item] of args.named) this.put(target, textValue(key), item);
  }

  /** Stores a value in an attribute. */
  store(owner: Ref, name: string, value: Value, moment: Moment): void {
    this.reachability.setField(owner, name, value);
    if (owner.kind === 'instance') this.#setByAccessor(owner, name, value, moment);
    if (owner.kind === 'function' && /^__(kw)?defaults__$/.test(name))
      for (const parameter of parametersOf(owner.node, owner.scope.home.source))
        this.reachability.flow.bind(owner, parameter.name, elementsOf(value));
    // An object gets the methods of another class.
    if (name === '__class__')
      for (const ref of value.refs)
        if (ref.kind === 'class') this.reachability.runMethods(ref, SPECIAL_METHODS, moment);
    if (owner.kind !== 'external') return;
    if (/^std(out|err)$/.test(name) && owner.path === 'sys')
      for (const ref of value.refs)
        if (ref.kind === 'instance') this.reachability.runMethods(ref.of, OF_STREAMS, moment);
    // Python may call a function that is stored in one of its modules, for example as `sys.excepthook`.
    // What replaces a function that goes to the network runs when other code goes to the network.
    if (isStandardPath(owner.path) && !KEEPS_ATTRIBUTES.test(owner.path) && !isNetworkCall(`${owner.path}.${name}`))
      this.reachability.runAll([value], moment);
    if (!owner.path.startsWith('?')) this.intercept(value, markOfReplaced(owner.path, name));
  }

  /** Passes a value that is stored in an attribute to the setter of a property. */
  #setByAccessor(owner: Instance, name: string, value: Value, moment: Moment): void {
    const args = { positional: [value], named: new Map<string, Value>(), all: [value] };
    for (const ref of this.reachability.evaluator.attribute(valueOf(owner), name).refs)
      if (ref.kind === 'function' && this.isAccessor(ref, 'set')) this.reachability.enter(ref, moment, args);
  }

  /** Applies that a function adds its second argument to the list that is the first one. */
  addItem({ positional: [{ refs } = NOTHING, item = NOTHING] }: Arguments): void {
    for (const ref of refs) if (ref.kind === 'container') this.put(ref, NOTHING, item);
  }

  /** Applies `owner[key] = value`. */
  putItem(owner: Ref & { kind: 'container' }, key: Value, value: Value): void {
    this.rearrange(valueOf(owner));
    this.put(owner, key, value);
  }

  /** Applies that items of a list change their positions. */
  rearrange({ refs }: Value): void {
    for (const ref of refs)
      if (ref.kind === 'container' && this.reachability.evaluator.rearrange(ref)) this.reachability.hasChanged = true;
  }

  /** Stores a value under a key of a container. */
  put(owner: Ref & { kind: 'container' }, key: Value, value: Value): void {
    if (this.reachability.evaluator.put(owner, key, value)) this.reachability.hasChanged = true;
  }
}

/** Modules of the host to which packages add functions that only compute numbers. */
const ADDS_SAMPLERS = /^comfy\.(samplers\.)?k_diffusion/;

/** The mark of what a function gets that is stored in an attribute of the host or of a library. */
function markOfReplaced(owner: string, name = ''): number {
  if (ADDS_SAMPLERS.test(owner)) return 0;
  return isFileLoader(`${owner}.${name}`) ? FILE_OF_HOST : FROM_HOST;
}

/** True for what is defined in a function, or in a class in one. */
const isInFunction = ({ kind, parent }: Scope): boolean =>
  kind === 'function' || (parent !== undefined && isInFunction(parent));

/**
 * True if instantiating a class does what the danger of its base class says. An `Unpickler` whose own `find_class`
 * decides which classes it loads runs no other code.
 */
export function isDangerousBase(path: string, { node, scope }: OwnClass): boolean {
  const danger = dangerOf(path);
  if (danger === 'network') return /^(ftplib|smtplib|xmlrpc)\./.test(path);
  if (danger !== 'unpickle') return danger === 'shell' || danger === 'code';
  const method = scope.child(node).names.get('find_class')?.[0];
  return !(method?.kind === 'function' && /\b(if|raise)\b/.test(scope.home.source.text(method.node)));
}
