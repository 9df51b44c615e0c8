import Sequencer from '@jest/test-sequencer';

/** The slowest files run first, so that a run does not end with one worker running one of them. */
const FIRST = /\/(db\/outage|cli\/[\w-]+|db\/memory|db\/workers)\.test\.ts$/;
/** Files that measure another process run last, when the machine is mostly idle. */
const LAST = /hostile-clients\.test\.ts$/;

const rank = ({ path }) => (FIRST.test(path) ? -1 : LAST.test(path) ? 1 : 0);

/** Jest's own order, except for the files above. */
export default class RankedSequencer extends (Sequencer.default ?? Sequencer) {
  /** @param tests test files of all projects */
  sort(tests) {
    return super.sort(tests).toSorted((a, b) => rank(a) - rank(b));
  }
}
