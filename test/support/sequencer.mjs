import Sequencer from '@jest/test-sequencer';

/** What measures how long others wait comes when most of the machine is free. */
const LAST = /hostile-clients\.test\.ts$/;

/** Jest's own order, but for what comes last. */
export default class LastOnesLast extends (Sequencer.default ?? Sequencer) {
  /** @param tests test files of all projects */
  sort(tests) {
    return super.sort(tests).toSorted((a, b) => Number(LAST.test(a.path)) - Number(LAST.test(b.path)));
  }
}
