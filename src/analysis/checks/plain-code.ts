import { isWide } from '../compact-text.js';
import type { PythonModule } from '../python-module.js';
import type { PythonNode } from '../python-syntax.js';
import type { Binding, ModuleScope } from './scopes.js';
import { isFunction } from './syntax-roles.js';

/** The functions and classes around a node, the innermost first. */
function definitionsAround(node: PythonNode): PythonNode[] {
  const found: PythonNode[] = [];
  for (let outer = node.parent; outer; outer = outer.parent)
    if (isFunction(outer) || outer.type === 'class_definition') found.push(outer);
  return found;
}

/** The number of times that a text contains a name, at most `most`. */
function countOf(name: string, text: string, most: number): number {
  let count = 0;
  for (let at = text.indexOf(name); at !== -1 && count < most; at = text.indexOf(name, at + name.length)) {
    const isWord = !/\w/.test(text[at - 1] ?? ' ') && !/\w/.test(text[at + name.length] ?? ' ');
    if (isWord) count++;
  }
  return count;
}

/** Code that runs only with the statements of a module. `call` is the call of the function that it is in. */
interface Run {
  readonly call?: PythonNode;
}

/**
 * How an expression runs, if it runs only with the statements of a module: it is one of them, or in a function without
 * a decorator that only one statement of a module calls, by its name.
 */
function onlyRun(node: PythonNode, home: ModuleScope, sources: ReadonlyMap<string, PythonModule>): Run | undefined {
  const [fn, outer] = definitionsAround(node);
  if (!fn) return {};
  const name = fn.child('name');
  if (outer || fn.type !== 'function_definition' || !name || fn.parent?.type === 'decorated_definition')
    return undefined;
  const text = home.text(name);
  if (isWide(text)) return undefined;
  const calls: PythonNode[] = [];
  for (const module of sources.values()) {
    const total = countOf(text, module.latin, USES_MAX);
    if (total === 0) continue;
    const found = callsIn(module, text, module === home.source ? name.from : -1);
    if (found === undefined || found.uses !== total) return undefined;
    calls.push(...found.calls);
  }
  return calls.length === 1 ? { call: calls[0]! } : undefined;
}

/** True for a call whose arguments are texts and numbers. */
const takesLiterals = (call: PythonNode): boolean =>
  (call.child('arguments')?.named ?? []).every(
    ({ type, children }) => /^(string|integer|true|false|none)$/.test(type) && children.every((part) => !part.isNamed),
  );

/** Limit of the places of a name in one source. */
const USES_MAX = 10;

/**
 * The places of a function's name in a source, and those in a call by a statement of the module; undefined if there is
 * another one than these, imports and the definition.
 * @param definition the position of the name in the definition; -1 if another source has it
 */
function callsIn(
  module: PythonModule,
  text: string,
  definition: number,
): { readonly uses: number; readonly calls: readonly PythonNode[] } | undefined {
  const calls: PythonNode[] = [];
  let [uses, hasOther] = [0, false];
  module.root.walk((part) => {
    if (part.type !== 'identifier' || module.text(part) !== text) return !hasOther;
    uses++;
    const isDefinition = part.from === definition;
    const isImport = /^(dotted_name|aliased_import)$/.test(part.parent?.type ?? '');
    const isCall = part.parent?.type === 'call' && part.field === 'function' && definitionsAround(part).length === 0;
    if (isCall) calls.push(part.parent!);
    hasOther ||= !isCall && !isImport && !isDefinition;
    return !hasOther;
  });
  return hasOther ? undefined : { uses, calls };
}

/** Limit of the places of the name of a class in one source. */
const CALLS_MAX = 100;

/** The places of the name of a class, and its calls; undefined if there are others than the definition and imports. */
function usesOf(name: string, module: PythonModule): { readonly uses: number; readonly calls: number } | undefined {
  let [uses, calls, hasOther] = [0, 0, false];
  module.root.walk((part) => {
    if (part.type !== 'identifier' || module.text(part) !== name) return !hasOther;
    uses++;
    const outer = part.parent?.type ?? '';
    const isRenamed = part.parent?.parent?.type === 'aliased_import';
    if (outer === 'call' && part.field === 'function') calls++;
    else
      hasOther ||=
        isRenamed ||
        !/^(dotted_name|class_definition)$/.test(outer) ||
        (outer === 'class_definition' && part.field !== 'name');
    return !hasOther;
  });
  return hasOther ? undefined : { uses, calls };
}

/** Code that may replace functions that find files, or change where Python looks for modules. */
const REPLACES =
  /\b(os|path|glob|pathlib|Path|pkgutil|fnmatch|re|importlib|util|sys\.(meta_path|path_hooks|modules))(\.\w{1,50}){1,3}\s{0,9}=(?!=)|\bimport\s{1,9}builtins\b|builtins(__)?(\.\w{1,50}|\[[^\]\n]{1,50}\])\s{0,9}=(?!=)|__path__\s{0,9}(=(?!=)|\.|\[)|sys\.path\s{0,9}[+=[]|chdir|\bmock\b|(?<![.\w])setattr\s{0,9}\(\s{0,9}(os|sys|glob|pathlib|importlib|pkgutil|re)\b/;
/** Code that may change a value of its module without its name. */
const CHANGES_ANY =
  /(?<![.\w])(globals|locals|exec|eval)\s{0,9}\(|(?<![.\w])vars\s{0,9}\((?!\w{1,50}\)\.(items|values)\(\))|__dict__|_getframe|f_(globals|locals)|__globals__|__(kw)?defaults__|\bgc\.|(?<![.\w])setattr\s{0,9}\(\s{0,9}(?!self\b)/;

/** Statements in which a loop may be, and that may be in one. They end no loop early. */
const PLAIN =
  /^(module|block|for_statement|if_statement|elif_clause|else_clause|try_statement|except_clause|expression_statement|assignment|continue_statement|pass_statement|function_definition|print_statement)$/;
const ENDS_EARLY =
  /^(while_statement|with_statement|raise_statement|break_statement|return_statement|delete_statement|global_statement|nonlocal_statement|match_statement|class_definition|lambda|yield|await|assert_statement|named_expression|exec_statement)$/;

/** Functions and methods that change none of their arguments. */
const PURE =
  /^(os\.(listdir|walk|scandir|path\.\w+)|(os\.)?path\.\w+|glob\.i?glob|i?glob|listdir|walk|scandir|join|dirname|basename|splitext|abspath|realpath|isfile|isdir|exists|sorted|set|frozenset|tuple|list|len|str|enumerate|reversed|Path|pathlib\.Path|pkgutil\.\w+|iter_modules|walk_packages|fnmatch\.\w+|re\.(match|search|fullmatch|compile)|import_module|importlib\.(import_module|util\.\w+)|spec_from_file_location|module_from_spec|__import__|print)$/;
const PURE_METHOD =
  /^(glob|rglob|iterdir|joinpath|resolve|absolute|startswith|endswith|lower|upper|strip|lstrip|rstrip|split|rsplit|replace|partition|is_file|is_dir|exists|match|search|fullmatch|relative_to|as_posix|removesuffix|removeprefix|with_suffix|format|join|loader|group|groups)$/;

/** Values that can't be changed: texts and paths. */
const IMMUTABLE =
  /^(string|concatenated_string|binary_operator|integer|float|true|false|none|attribute|interpolation|conditional_expression)$/;
const MAKES_PATH =
  /^(os\.path\.\w+|(os\.)?path\.\w+|join|dirname|basename|abspath|realpath|str|Path|pathlib\.Path|re\.compile|.{1,200}\.(parent|resolve|absolute|joinpath|replace|lower|strip|stem|as_posix|relative_to))$/s;

/** A question about the names that a call depends on. Those that were looked at are in `seen`. */
interface Question {
  readonly call: PythonNode;
  readonly home: ModuleScope;
  readonly seen: Set<string>;
  readonly run: Run;
}

/** How many names may define each other. */
const NAMES_MAX = 40;

/** Tells whether the extraction follows code exactly, whatever it assumes elsewhere. */
export class PlainCode {
  #replaces: boolean | undefined;

  constructor(private readonly sources: ReadonlyMap<string, PythonModule>) {}

  /**
   * True for a call in a loop that loads files: the loop, and all that decides which files it takes, are plain
   * statements with names that are set once and that nothing can change.
   */
  isFollowed(node: PythonNode, home: ModuleScope): boolean {
    if (!this.isFixed(node, home)) return false;
    for (let outer = node.parent; outer; outer = outer.parent) {
      if (ENDS_EARLY.test(outer.type)) return false;
      if (outer.type === 'for_statement' && !this.#isPlainLoop(outer, node, home)) return false;
    }
    return true;
  }

  /** True for a call whose result depends only on names that are set once and that nothing can change. */
  isFixed(node: PythonNode, home: ModuleScope): boolean {
    this.#replaces ??= [...this.sources.values()].some(({ latin }) => REPLACES.test(latin));
    if (this.#replaces || CHANGES_ANY.test(home.source.latin)) return false;
    const run = onlyRun(node, home, this.sources);
    return run !== undefined && this.#areFixed([node], { call: node, home, seen: new Set(), run });
  }

  /** True if the sources use the name of a class only to import and to call it, in more than one place. */
  isOnlyCalled(name: string): boolean {
    let calls = 0;
    for (const module of this.sources.values()) {
      const total = countOf(name, module.latin, CALLS_MAX);
      if (total === 0) continue;
      const found = usesOf(name, module);
      if (found === undefined || found.uses !== total) return false;
      calls += found.calls;
    }
    return calls > 1;
  }

  /** True for a loop that ends nowhere early, and in which only fixed conditions decide whether a call runs. */
  #isPlainLoop(loop: PythonNode, call: PythonNode, home: ModuleScope): boolean {
    let isPlain = true;
    const deciding: PythonNode[] = [loop.child('right')!];
    loop.child('body')!.walk((part) => {
      if (ENDS_EARLY.test(part.type) || (part.type.endsWith('_statement') && !PLAIN.test(part.type))) isPlain = false;
      const isCondition = part.type === 'if_statement' || part.type === 'elif_clause';
      if (isCondition && decidesOn(call, part)) deciding.push(part.child('condition')!);
      return isPlain;
    });
    return (
      isPlain && this.#areFixed(deciding, { call, home, seen: new Set(), run: onlyRun(call, home, this.sources)! })
    );
  }

  /** True if all names in expressions are imports, variables of loops, or set once to such an expression. */
  #areFixed(nodes: readonly PythonNode[], question: Question): boolean {
    const { home, seen } = question;
    let isFixed = true;
    // Variables of comprehensions are as fixed as their lists.
    for (const node of nodes)
      node.walk((part) => {
        if (part.type === 'for_in_clause') for (const name of namesIn(part.child('left'), home)) seen.add(name);
        return true;
      });
    for (const node of nodes)
      node.walk((part) => {
        if (ENDS_EARLY.test(part.type)) isFixed = false;
        if (part.type === 'identifier' && part.field !== 'attribute' && part.field !== 'name')
          isFixed &&= this.#isFixedName(part, question);
        return isFixed;
      });
    return isFixed;
  }

  #isFixedName(node: PythonNode, question: Question): boolean {
    const { call, home, seen, run } = question;
    const name = home.text(node);
    if (isWide(name)) return false;
    if (seen.has(name)) return true;
    seen.add(name);
    if (seen.size > NAMES_MAX) return false;
    const bindings = this.#bindingsOf(node, name, home);
    if (!bindings) return PURE.test(name) || /^__(name|file|package|path)__$/.test(name);
    if (bindings.every(({ kind }) => kind === 'import')) return true;
    if (bindings.length === 1 && bindings[0]!.kind === 'param')
      return run.call !== undefined && takesLiterals(run.call);
    const values = bindings.flatMap((one) => (one.kind === 'expression' ? [one.node] : []));
    if (values.length < bindings.length || !this.#areFixed(values, question)) return false;
    if (values.every((value) => isOfLoop(value) || isOfStep(value, call))) return true;
    if (values.length > 1 || this.#isSetElsewhere(name)) return false;
    return isImmutable(values[0]!, home) || (this.#isOnlyHere(name, home) && this.#isOnlyRead(name, home));
  }

  /** The bindings of a name in the function around a node, or in the module. */
  #bindingsOf(node: PythonNode, name: string, home: ModuleScope): readonly Binding[] | undefined {
    const [fn] = definitionsAround(node);
    return (fn ? home.child(fn).names.get(name) : undefined) ?? home.names.get(name);
  }

  /** True if a source sets an attribute with a name, or has it as a text: it may be that of the module. */
  #isSetElsewhere(name: string): boolean {
    const attribute = `.${name}`;
    for (const { latin } of this.sources.values()) {
      if (latin.includes(`"${name}"`) || latin.includes(`'${name}'`)) return true;
      for (let at = latin.indexOf(attribute); at !== -1; at = latin.indexOf(attribute, at + 1))
        if (/^\s{0,9}[-+*/|&]{0,2}=(?!=)/.test(latin.slice(at + attribute.length, at + attribute.length + 13)))
          return true;
    }
    return false;
  }

  /** True if no other source has the name, so that none can change its value. */
  #isOnlyHere(name: string, home: ModuleScope): boolean {
    for (const [path, { latin }] of this.sources) if (path !== home.path && countOf(name, latin, 1) > 0) return false;
    return true;
  }

  /** True if a name is only read, and its value is given to nothing that may change it. */
  #isOnlyRead(name: string, home: ModuleScope): boolean {
    let isOnlyRead = true;
    home.source.root.walk((part) => {
      if (part.type === 'identifier' && home.text(part) === name) isOnlyRead &&= isPlainUse(part, home);
      else if (part.type === 'string') isOnlyRead &&= countOf(name, home.source.text(part), 1) === 0;
      return isOnlyRead;
    });
    return isOnlyRead;
  }
}

/** The names in a pattern. */
function namesIn(pattern: PythonNode | undefined, home: ModuleScope): string[] {
  const names: string[] = [];
  pattern?.walk((part) => {
    if (part.type === 'identifier') names.push(home.text(part));
    return true;
  });
  return names;
}

/** True for a branch that a call is in, or that may leave out the rest of a loop. */
function decidesOn(call: PythonNode, branch: PythonNode): boolean {
  let decides = branch.from <= call.from && call.to <= branch.to;
  branch.walk((part) => {
    decides ||= part.type === 'continue_statement';
    return !decides;
  });
  return decides;
}

const isOfLoop = ({ field, parent }: PythonNode): boolean =>
  field === 'right' && (parent?.type === 'for_statement' || parent?.type === 'for_in_clause');

/** Expressions that make an object which may be changed. */
const MAKES_OBJECT = /^(list|dictionary|set)(_comprehension)?$|^generator_expression$/;

/** True for a value that each step of a loop assigns before it gets to a call in the loop. */
function isOfStep(value: PythonNode, call: PythonNode): boolean {
  const assignment = value.parent;
  if (assignment?.type !== 'assignment' || value.field !== 'right' || MAKES_OBJECT.test(value.type)) return false;
  let outer = assignment.parent!;
  const contains = (): boolean => outer.from <= call.from && call.to <= outer.to;
  while (outer.type !== 'for_statement') {
    if (!outer.parent || (outer.type !== 'expression_statement' && !contains())) return false;
    outer = outer.parent;
  }
  return contains() && assignment.to <= call.from;
}

/** True for an expression whose value can't be changed. */
const isImmutable = (value: PythonNode, home: ModuleScope): boolean =>
  IMMUTABLE.test(value.type) ||
  (value.type === 'call' && MAKES_PATH.test(home.source.text(value.child('function')!))) ||
  (value.type === 'parenthesized_expression' && isImmutable(value.named[0]!, home));

/** True for a use of a name that can't change its value. */
function isPlainUse(node: PythonNode, home: ModuleScope): boolean {
  const { parent, field } = node;
  switch (parent?.type) {
    case 'assignment':
    case 'for_statement':
    case 'for_in_clause':
      return true;
    case 'pattern_list':
    case 'tuple_pattern':
    case 'comparison_operator':
    case 'binary_operator':
    case 'boolean_operator':
    case 'not_operator':
    case 'interpolation':
    case 'format_expression':
    case 'if_statement':
    case 'elif_clause':
    case 'conditional_expression':
    case 'keyword_argument':
      return true;
    case 'subscript':
      // `dirs[:] = …` changes the folders that a loop goes into, which the extraction follows.
      return field === 'value';
    case 'attribute': {
      if (field === 'attribute') return false;
      const member = home.text(parent.child('attribute')!);
      return parent.parent?.type !== 'call' || parent.field !== 'function' || PURE_METHOD.test(member);
    }
    case 'argument_list': {
      const called = parent.parent?.child('function');
      const text = called ? home.source.text(called) : '';
      return called?.type === 'attribute'
        ? PURE.test(text) || PURE_METHOD.test(home.text(called.child('attribute')!))
        : PURE.test(text);
    }
    default:
      return false;
  }
}
