import Sequencer from '@jest/test-sequencer';

/** What takes longest, first, so that no worker is left alone with it at the end of a run. */
const FIRST = /\/(db\/outage|cli\/[\w-]+|db\/memory|db\/workers)\.test\.ts$/;
/** What measures how long others wait comes when most of the machine is free. */
const LAST = /hostile-clients\.test\.ts$/;

const rank = ({ path }) => (FIRST.test(path) ? -1 : LAST.test(path) ? 1 : 0);

/** Jest's own order, but for what comes first and last. */
export default class RankedSequencer extends (Sequencer.default ?? Sequencer) {
  /** @param tests test files of all projects */
  sort(tests) {
    return super.sort(tests).toSorted((a, b) => rank(a) - rank(b));
  }
}
