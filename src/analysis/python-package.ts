import { PythonModule } from './python-module.js';
import { pathOf } from './python-paths.js';
import { Imports } from './python-imports.js';
import type { PythonNode } from './python-syntax.js';
import { type Arguments, constant, Dictionary, type Scope, textOf, type Unknown, type Value } from './python-values.js';
import { NOT_PYTHON, TOO_MUCH } from './python-reasons.js';

const MAPPINGS = /^(NODE_CLASS_MAPPINGS|NODE_DISPLAY_NAME_MAPPINGS|WEB_DIRECTORY)$/;
/** Limit of the length of texts that are parsed as code, other than sources. */
const PARSED_MAX = 20_000;
/** Steps that parsing a short text takes. */
const PARSING_COST = 500;

/** True for an expression that `ast.literal_eval` evaluates: it has no names. */
function isLiteral(expression: PythonNode): boolean {
  let is = true;
  expression.walk(({ type }) => (is &&= !/^(identifier|call|attribute|lambda|interpolation)$/.test(type)));
  return is;
}

/**
 * The Python sources of one archive, and what their names are known to be. Each is followed once, when it is first
 * imported.
 */
export class PythonPackage extends Imports {
  protected notePackages({ positional: [paths], named }: Arguments, answer: Value, file: string, at: number): void {
    const given = paths ?? named.get('path');
    const folders =
      given && answer.kind === 'list' && !answer.loose ? this.itemsOf(given).items.map(pathOf) : [undefined];
    for (const folder of folders) {
      const inside = folder === undefined ? undefined : this.files.inArchive(folder);
      if (inside === undefined) this.knownFiles.noteUnknown(file, at);
      else this.knownFiles.noteOther(file, at);
      for (const path of this.modules.keys())
        if (inside !== undefined && path.startsWith(inside === '' ? '' : `${inside}/`) && path.endsWith('/__init__.py'))
          this.knownFiles.noteLoad(file, at, path);
    }
  }

  write(path: string, content: Value): void {
    this.files.write(path, this.doubt ? this.doubt.because : content);
  }

  newModule(name: Value): Value {
    const module = new PythonModule(`${textOf(name) ?? ''}.py`, '');
    const scope: Scope = { kind: 'module', module, names: new Dictionary(this.doubt) };
    scope.names.set('__name__', name);
    this.loosen(scope.names, this.unknown(module.root, scope, 'is a module'));
    return { kind: 'module', scope };
  }

  load(module: PythonModule, name?: string): Scope {
    const known = this.scopes.get(module);
    if (known) return known;
    if (name !== undefined) this.loadedAs.set(module, name);
    if (name !== undefined && !module.path.endsWith('__init__.py')) this.place(module, name.split('.').slice(0, -1));
    const scope: Scope = { kind: 'module', module, names: new Dictionary(this.doubt) };
    this.scopes.set(module, scope);
    const brokenLine = module.brokenLine;
    if (brokenLine !== undefined) {
      const because: Unknown = {
        kind: 'unknown',
        why: NOT_PYTHON,
        text: module.path,
        file: module.path,
        line: brokenLine,
      };
      this.loosen(scope.names, because);
      this.shaky = because;
      return scope;
    }
    this.#run(scope);
    return scope;
  }

  reload(scope: Scope): void {
    if (!this.running.has(scope.module)) this.#run(scope);
  }

  /** Follows the code of a module. */
  #run(scope: Scope): void {
    const { module } = scope;
    this.running.add(module);
    const ending = this.deeper(
      () => this.sparing(() => this.withoutErrors(() => this.runAll(module.root.named, scope))),
      () => {
        this.loosen(scope.names, this.unknown(module.root, scope, TOO_MUCH));
        return undefined;
      },
    );
    this.running.delete(module);
    if (ending?.kind === 'raise') {
      this.loosen(scope.names, ending.because);
      this.looseEnds.push(ending.because);
      this.shaky = ending.because;
    }
  }

  protected runText(text: string, module: Scope): boolean {
    const code = this.#parse(text, module.module.path);
    return code !== undefined && this.runAll(code.root.named, { ...module, module: code }) === undefined;
  }

  literalOf(text: string): Value | undefined {
    const module = this.#parse(text.trim(), '');
    const [{ type, named: [node] = [] } = { type: '' }, ...others] = module?.root.named ?? [];
    if (!module || !node || type !== 'expression_statement' || others.length > 0 || !isLiteral(node)) return undefined;
    return this.evaluate(node, { kind: 'module', module, names: this.dictionary() });
  }

  /** Parses a text that the code makes or reads; undefined if it is not Python, or too long. */
  #parse(text: string, path: string): PythonModule | undefined {
    if (text.length > PARSED_MAX) return undefined;
    this.charge(PARSING_COST + text.length);
    const code = new PythonModule(path, text);
    return code.brokenLine === undefined ? code : undefined;
  }

  /** An attribute of a module: its own, or the result of its `__getattr__`. */
  nameOfModule(scope: Scope, name: string): Value | undefined {
    const value = scope.names.get(name);
    if (value) return value;
    const maker = scope.names.get('__getattr__');
    if (maker?.kind === 'function' && !name.startsWith('__'))
      return this.call(maker, { positional: [constant(name)], named: new Map() }, (why) =>
        this.unknown(maker.node, scope, why),
      );
    // Libraries have no mappings that a star import would take from them.
    const isMapping = MAPPINGS.test(name);
    return scope.names.loose.find(({ outside }) => !isMapping || outside === undefined || outside.startsWith('nodes'));
  }

  /** What calling something without arguments answers. */
  callPlainly(value: Value, otherwise: Unknown): Value {
    const answer = this.call(value, { positional: [], named: new Map() }, () => otherwise);
    return answer.kind === 'coroutine' ? answer.run() : answer;
  }
}
