import { setTimeout as wait } from 'node:timers/promises';

const LIMIT_MS = 90_000;
const INTERVAL_MS = 20;

/**
 * Waits until a condition is true.
 * @param describe returns a text for the error message if it does not become true in time
 */
export async function until(done: () => boolean | Promise<boolean>, describe = (): string => ''): Promise<void> {
  for (const deadline = Date.now() + LIMIT_MS; !(await done()); await wait(INTERVAL_MS))
    if (Date.now() > deadline) throw new Error(`A condition did not become true. ${describe()}`);
}
