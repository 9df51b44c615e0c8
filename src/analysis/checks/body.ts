import { DeferredNode, type PythonNode } from '../python-syntax.js';
import type { Dependencies } from './dependencies.js';
import type { Moment } from './external-call.js';
import type { ModuleScope, Scope } from './scopes.js';
import type { OwnFunction } from './values.js';

const CHANGES_OUTER = /\b(global|nonlocal)\b/;

/** A syntax node that has an effect when it runs, with its scope. */
export interface Step {
  readonly node: PythonNode;
  readonly scope: Scope;
  /** True for what runs only if a setting in the source is changed. */
  readonly isSwitchedOff: boolean;
}

/** A module, a function or the main block of a script: statements that run together. */
export class Body {
  /** Dependencies of the last walk of this body; `undefined` if it must be walked again. */
  dependencies: Dependencies | undefined;
  /** The syntax nodes that have an effect, cached by the first walk. */
  steps: readonly Step[] | undefined;

  /** @param place the function, or the scope of other statements */
  constructor(
    readonly root: PythonNode,
    private readonly place: OwnFunction | Scope,
    public moment: Moment,
  ) {
    // A scope adds the values of such names to the scopes around it when it is made.
    if ('params' in place && CHANGES_OUTER.test(this.home.source.text(root))) place.scope.child(place.node);
  }

  get fn(): OwnFunction | undefined {
    return 'params' in this.place ? this.place : undefined;
  }

  /** The scope of its statements. That of a function is made when it is first asked for. */
  get scope(): Scope {
    return 'params' in this.place ? this.place.scope.child(this.place.node) : this.place;
  }

  /** The file that it is in. */
  get home(): ModuleScope {
    return ('params' in this.place ? this.place.scope : this.place).home;
  }

  /** Releases what was found out about a function when it was walked. */
  release(): void {
    this.steps = undefined;
    this.dependencies = undefined;
    if ('params' in this.place) this.place.scope.forget(this.place.node);
    if (this.root instanceof DeferredNode) this.root.release();
  }
}
