import type { AnyNode, Class as ClassNode, Function as FunctionNode, Pattern } from 'acorn';
import { callBrowser } from './browser.js';
import { constructBrowser } from './constructors.js';
import { argumentsIn } from './displays.js';
import { type Machine, parameterOf } from './machine.js';
import { passedOn } from './marks.js';
import { checkKey, fieldOf, inherited, member, namesOf } from './members.js';
import { callMethod } from './methods.js';
import { declare, listOf } from './patterns.js';
import {
  Environment,
  join,
  joined,
  MARK,
  NOTHING,
  OPEN,
  opened,
  type Site,
  Thing,
  thingValue,
  type Value,
} from './values.js';

/** Calls nested deeper are not analysed one by one. */
const DEPTH_MAX = 10;
const SHARED_DEPTH_MAX = 25;
/** How many characters a call and a function of a library that belong together are apart. */
const NEAR = 2000;
/** How often a function is analysed for all of its calls in one round. */
const RUNS_MAX = 3;

/** The result of calling a value. */
export function call(machine: Machine, callee: Value, args: readonly Value[], self: Value, site: Site): Value {
  let result = NOTHING;
  for (const thing of callee.things) result = join(result, callThing(machine, thing, args, self, site));
  if (callee.things.length > 0) return result === NOTHING ? OPEN : result;
  return machine.callUnknown([callee, ...args], site);
}

function callThing(machine: Machine, thing: Thing, args: readonly Value[], self: Value, site: Site): Value {
  if (thing.bound) {
    const { target, self: boundSelf, args: first } = thing.bound;
    return throughBound(machine, thing, () => call(machine, target, [...first, ...args], boundSelf, site));
  }
  if (thing.native) return thing.native(args, self);
  if (thing.code) return isClass(thing.code) ? OPEN : invoke(machine, thing, args, self, site);
  if (thing.path !== undefined)
    return callBrowser(machine, thing.path, args, thing.owner ? thingValue(thing.owner) : self, site);
  return machine.callUnknown(args, site);
}

/** Calls the target of a bound function. A function may be bound to itself, as in `f = f.bind(…)`. */
function throughBound(machine: Machine, thing: Thing, work: () => Value): Value {
  if (machine.activeBound.has(thing)) return NOTHING;
  machine.step();
  machine.activeBound.add(thing);
  try {
    return work();
  } finally {
    machine.activeBound.delete(thing);
  }
}

const isClass = (code: FunctionNode | ClassNode): code is ClassNode => 'superClass' in code;

/** Calls a function of a script. */
export function invoke(
  machine: Machine,
  callee: Thing,
  args: readonly Value[],
  self: Value,
  site: Site,
  isFresh = false,
): Value {
  const code = callee.code as FunctionNode;
  const isRecursive = machine.active.has(code);
  const receiver = self.things.length > 0 || !callee.owner ? self : thingValue(callee.owner);
  const enter = (): Environment => {
    const env = new Environment(callee.scope!.file, callee.scope);
    if (code.type !== 'ArrowFunctionExpression') env.self = NOTHING;
    return env;
  };
  machine.reached.add(code);
  const isRelated = isNear(callee, site);
  if (isRelated && !isRecursive && machine.depth < DEPTH_MAX && machine.isFast) {
    const env = isFresh ? enter() : site.env.call(site.node, callee, enter);
    bind(machine, code, env, args, receiver);
    run(machine, code, env);
    return env.result === NOTHING ? OPEN : env.result;
  }
  const env = (callee.shared ??= enter());
  const isNew = bind(machine, code, env, isRelated ? args : [], receiver);
  const runs = machine.runs.get(code) ?? 0;
  if (!isRecursive && machine.depth < SHARED_DEPTH_MAX && (runs === 0 || (isNew && runs < RUNS_MAX))) {
    machine.runs.set(code, runs + 1);
    run(machine, code, env);
  }
  const result = isRelated ? env.result : join(env.result, opened(passedOn(args)));
  return result === NOTHING ? OPEN : result;
}

/** True if a function gets the arguments of a call. In libraries, functions are called with everything. */
function isNear({ code, scope }: Thing, { node, env }: Site): boolean {
  if (scope!.file.isSmall) return true;
  return scope!.file === env.file && Math.abs(code!.start - node.start) < NEAR;
}

function run(machine: Machine, code: FunctionNode, env: Environment): void {
  machine.active.add(code);
  machine.depth++;
  try {
    if (code.body.type === 'BlockStatement') machine.operations.runBody(machine, code.body.body, env);
    else env.result = join(env.result, machine.evaluate(code.body, env));
  } finally {
    machine.depth--;
    machine.active.delete(code);
  }
}

/** Gives a function its arguments. @returns true if they are new */
function bind(machine: Machine, code: FunctionNode, env: Environment, args: readonly Value[], self: Value): boolean {
  const before = machine.isChanged;
  machine.isChanged = false;
  if (env.self) env.self = join(env.self, self);
  const name = (code as { readonly id?: { readonly name: string } | null }).id?.name;
  if (name !== undefined && code.type === 'FunctionExpression' && env.parent)
    env.add(name, thingValue(machine.closure(code, env.parent)));
  if (code.type !== 'ArrowFunctionExpression') env.add('arguments', listOf(args, NOTHING, env, code as AnyNode));
  code.params.forEach((param: Pattern, index) => {
    if (param.type === 'RestElement')
      declare(machine, param.argument, listOf(args.slice(index), NOTHING, env, param), env);
    else {
      const known = args[index];
      const isNamed =
        known === undefined || (known.things.length === 0 && known.constants.length === 0 && known.marks === MARK.open);
      const value = isNamed && param.type === 'Identifier' ? parameterOf(machine, param.name) : (known ?? NOTHING);
      declare(machine, param, known === undefined && param.type !== 'Identifier' ? NOTHING : value, env);
    }
  });
  const isNew = machine.isChanged;
  machine.isChanged ||= before;
  return isNew;
}

/** The result of calling a method of a value. */
export function callMember(
  machine: Machine,
  of: Value,
  key: Value | string,
  args: readonly Value[],
  site: Site,
): Value {
  const names = namesOf(key);
  checkKey(machine, of, key, site);
  if (names.length === 0) return call(machine, member(machine, of, key, site), args, of, site);
  let result = NOTHING;
  for (const name of names) {
    const passed = /^(call|apply|bind)$/.test(name) ? passOn(machine, of, name, args, site) : undefined;
    if (passed) result = join(result, passed);
    else result = join(result, callNamed(machine, of, name, args, site));
  }
  return result;
}

function callNamed(machine: Machine, of: Value, name: string, args: readonly Value[], site: Site): Value {
  let result = NOTHING;
  let isFound = false;
  for (const thing of of.things) {
    const own = inherited(thing, (one) => one.fields.get(name));
    const hasCode = own?.things.some(({ code, bound, native, path }) => code ?? bound ?? native ?? path);
    if (own && hasCode) {
      isFound = true;
      result = join(result, call(machine, own, args, thingValue(thing), site));
    }
    if (thing.path !== undefined && (thing === machine.globals || !hasCode)) {
      isFound = true;
      const path =
        thing === machine.globals || /^(contentWindow|parent|top|opener)$/.test(thing.path)
          ? name
          : `${thing.path}.${name}`;
      const full = name === 'postMessage' && thing !== machine.globals ? `${thing.path}.postMessage` : path;
      result = join(result, callBrowser(machine, full, args, thingValue(thing, of.marks & ~MARK.open), site));
    } else if (!own && thing.path === undefined && browserOf(thing)) {
      isFound = true;
      const base = browserOf(thing)!;
      result = join(result, callBrowser(machine, `${base.path}.${name}`, args, thingValue(base), site));
    } else if (thing.getters.has(name)) {
      isFound = true;
      result = join(result, call(machine, fieldOf(machine, thing, name, site), args, thingValue(thing), site));
    }
  }
  if (name === 'constructor') return join(result, makeFunction(machine, of, args, site));
  if (isFound && of.constants.length === 0) return result;
  return join(result, callMethod(machine, of, name, args, site));
}

/** The object of the browser that an object of a class of the script extends. */
const browserOf = (thing: Thing): Thing | undefined =>
  inherited(thing, (one) => (one.path === undefined ? undefined : one));

/** The class of a function makes functions of texts. */
function makeFunction(machine: Machine, of: Value, args: readonly Value[], site: Site): Value {
  const made = member(machine, of, 'constructor', site);
  const isHidden = made.things.some(({ path }) => path === 'Function') && site.env.file.isSmall && args.length > 0;
  if (isHidden && !args.every(({ constants }) => constants.includes('return this')))
    machine.report('hold', site, 'makes code of a text in a way that hides it');
  else if (site.env.file.isSmall && args.some(({ marks }) => marks & MARK.decoded))
    machine.report('hold', site, 'runs code that is hidden in data or fetched');
  return call(machine, made, args, of, site);
}

/** `f.call(…)`, `f.apply(…)` and `f.bind(…)`. */
function passOn(machine: Machine, of: Value, name: string, args: readonly Value[], site: Site): Value | undefined {
  const isFunction = of.things.some(({ code, path, bound, native }) => code ?? path ?? bound ?? native);
  if (!isFunction || of.things.some(({ path }) => path === 'Reflect')) return undefined;
  const [self = OPEN, ...rest] = args;
  if (name === 'bind') {
    const thing = site.env.allocate(site.node, () => new Thing());
    thing.bound = { target: of, self, args: rest };
    return thingValue(thing);
  }
  const given = name === 'call' ? rest : argumentsIn(rest[0]);
  // `WebSocket.prototype.send.call(socket, …)`, and `Function.prototype.call.call(fetch, …)`.
  const method = of.things.map(({ path }) => /\.prototype\.(\w+)$/.exec(path ?? '')?.[1]).find(Boolean);
  if (method && self.things.length > 0) return callMember(machine, self, method, given, site);
  return call(machine, of, given, self, site);
}

/** The result of `new`. */
export function construct(machine: Machine, callee: Value, args: readonly Value[], site: Site): Value {
  const results = callee.things.map((thing): Value => {
    if (thing.bound) {
      const { target, args: first } = thing.bound;
      return throughBound(machine, thing, () => construct(machine, target, [...first, ...args], site));
    }
    if (thing.code && isClass(thing.code)) return instanceOf(machine, thing, args, site);
    if (thing.code) {
      const prototype = thing.fields.get('prototype')?.things[0];
      const made = (thing.instance ??= prototype ?? new Thing());
      const given = invoke(machine, thing, args, thingValue(made), site);
      return join(thingValue(made), { ...given, marks: 0 });
    }
    if (thing.path !== undefined) return constructBrowser(machine, thing.path, args, site);
    return machine.callUnknown(args, site);
  });
  return results.length > 0 ? joined(results) : machine.callUnknown(args, site);
}

function instanceOf(machine: Machine, thing: Thing, args: readonly Value[], site: Site): Value {
  const instance = (thing.instance ??= new Thing());
  const constructor = inherited(instance, (one) => one.fields.get('#constructor'));
  if (constructor) call(machine, constructor, args, thingValue(instance), site);
  // Of a class of the browser that the class extends.
  const base = inherited(thing, (one) => (one.path === undefined ? undefined : one));
  const made = thingValue(instance);
  return base ? join(made, constructBrowser(machine, base.path!, args, site)) : made;
}
