import { Branches } from './python-branches.js';
import type { Ending } from './python-definitions.js';
import type { PythonNode } from './python-syntax.js';
import { truthOf } from './python-comparisons.js';
import { isUnordered, type Items, type Scope, type Unknown, type Value } from './python-values.js';
import { TOO_MUCH } from './python-reasons.js';

const ROUNDS_MAX = 1000;
/**
 * The most steps of one loop, without those of modules that it imports. A thread may have a loop that never ends, and
 * loops go through large files of data.
 */
const LOOP_STEPS_MAX = 100_000;

/** Takes the first item until there is none: the body of the loop may take some, too. */
function* takenFrom(items: Value[]): Generator<Value> {
  for (let item = items.shift(); item; item = items.shift()) yield item;
}

/** Interprets `for` and `while`: the rounds that are known, and how the loop ends. */
export abstract class Loops extends Branches {
  /** Follows the body for each item, as far as the items are known. */
  protected forStatement(statement: PythonNode, scope: Scope): Ending | undefined {
    const [target, right, body] = [statement.child('left'), statement.child('right'), statement.child('body')];
    if (!target || !right) return undefined;
    const isAwaited = statement.ofType('async') !== undefined;
    const given = this.evaluate(right, scope);
    const value = given.kind === 'file' ? given.lines : given;
    const isWalk = value.kind === 'walk';
    const isTaken = value.kind === 'list' && value.isOnce && !isAwaited && this.isTakenInTurn(value);
    const all: Items = isWalk || isTaken ? { items: [] } : this.itemsOf(value);
    const round = (item: Value): Ending | undefined => {
      this.assign(target, item, scope);
      return this.body(body, scope);
    };
    // The folder itself comes first; the folders in it come in any order.
    const orderedTo = isWalk ? 1 : isUnordered(all) ? (all.orderedTo ?? Infinity) : Infinity;
    let at = 0;
    const ending = this.#rounds(
      isWalk ? this.walkSteps(value.top) : isTaken ? takenFrom(value.items) : [...all.items],
      { ...all, loose: all.loose ?? (isAwaited ? this.unknown(statement, scope, 'is awaited') : undefined) },
      (item) => (at++ < orderedTo ? round(item) : this.inAnyOrder(() => round(item))),
      () => this.unknown(right, scope, TOO_MUCH),
    );
    if (ending && (ending.kind === 'maybe' || !isTaken || value.runsCode)) this.leave(value);
    const otherwise = statement.child('alternative')?.child('body');
    if (!ending) return this.body(otherwise, scope);
    if (ending.kind === 'break') return undefined;
    if (ending.kind === 'maybe') this.inDoubt(ending.because, () => this.body(otherwise, scope));
    return ending.kind === 'maybe' && ending.how !== 'return' ? undefined : ending;
  }

  /**
   * Interprets the body of a loop for each item.
   * @param tooMuch makes the item that stands for all others, if the loop takes too many steps
   * @returns how the loop ends: after all items, by `break`, or by leaving the code around it
   */
  #rounds(
    items: Iterable<Value>,
    { loose, looseAt = Infinity, possible }: Pick<Items, 'loose' | 'looseAt' | 'possible'>,
    round: (item: Value) => Ending | undefined,
    tooMuch: () => Unknown,
  ): Ending | undefined {
    let left: Extract<Ending, { kind: 'maybe' }> | undefined;
    const stepsMax = this.ownSteps + LOOP_STEPS_MAX;
    const doubtfulRounds = (because: Unknown, possibleItems: readonly Value[]): void => {
      for (const item of possibleItems) {
        const ending = this.inDoubt(because, () => round(item));
        const how = ending?.kind === 'maybe' ? ending.how : ending?.kind;
        if (how === 'return' || how === 'break')
          left = { kind: 'maybe', how: left?.how === 'return' ? 'return' : how, because };
      }
    };
    const possibleRounds = (): void => {
      if (loose) doubtfulRounds(loose, possible ?? [loose]);
    };
    let at = 0;
    for (const item of items) {
      if (this.isExhausted) break;
      if (this.ownSteps > stepsMax) {
        const because = tooMuch();
        doubtfulRounds(because, [because]);
        return left ?? { kind: 'maybe', how: 'break', because };
      }
      if (at++ === looseAt) possibleRounds();
      const ending = left ? this.inDoubt(left.because, () => round(item)) : round(item);
      if (ending === undefined || ending.kind === 'continue') continue;
      if (ending.kind === 'maybe') {
        if (ending.how === 'return' || (ending.how === 'break' && !left))
          left = { ...ending, because: left?.because ?? ending.because };
        continue;
      }
      // An earlier item may have ended the loop, so this one may not be reached.
      return left
        ? { kind: 'maybe', how: ending.kind === 'return' ? 'return' : left.how, because: left.because }
        : ending;
    }
    if (at <= looseAt) possibleRounds();
    return left;
  }

  /** Follows the body while the condition is known to be true. */
  protected whileStatement(statement: PythonNode, scope: Scope): Ending | undefined {
    const [condition, body] = [statement.child('condition'), statement.child('body')];
    const stepsMax = this.ownSteps + LOOP_STEPS_MAX;
    for (let round = 0; condition && body && round < ROUNDS_MAX && this.ownSteps < stepsMax; round++) {
      const value = this.evaluate(condition, scope);
      const truth = truthOf(value);
      if (truth === false) return this.body(statement.child('alternative')?.child('body'), scope);
      if (truth === undefined) {
        const because = this.unknown(condition, scope, 'decides');
        return this.eitherOf([() => this.body(body, scope)], false, because);
      }
      const ending = this.body(body, scope);
      if (ending?.kind === 'break') return undefined;
      if (ending?.kind === 'maybe' && ending.how === 'break') {
        // If the loop ends, the statements after it surely run.
        const later = this.inDoubt(ending.because, () => this.body(body, scope));
        const how = later?.kind === 'maybe' ? later.how : later?.kind;
        return how === 'return' ? { kind: 'maybe', how, because: ending.because } : undefined;
      }
      if (ending?.kind === 'return' || ending?.kind === 'raise' || ending?.kind === 'maybe')
        return ending.kind === 'maybe' ? { ...ending, how: 'return' } : ending;
    }
    if (body) this.inDoubt(this.unknown(condition ?? statement, scope, TOO_MUCH), () => this.body(body, scope));
    return undefined;
  }
}
