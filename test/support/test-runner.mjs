// Jest's own test runner, and how much processor time a file took: wall time says more about a busy machine than about
// it.
import { readFileSync } from 'node:fs';
import circus from 'jest-circus/runner';

const TICKS_PER_SECOND = 100;

/** Milliseconds of processor time of this process, its threads and those of its children that have ended. */
function cpuTime() {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000 + childrenTime();
}

/** The same of its ended children; 0 where the system has no /proc. */
function childrenTime() {
  try {
    // The command's name may hold spaces; the fields are counted from the parenthesis behind it (proc(5): cutime,
    // cstime).
    const fields = readFileSync('/proc/self/stat', 'utf8').split(') ')[1].split(' ');
    return ((Number(fields[13]) + Number(fields[14])) / TICKS_PER_SECOND) * 1000;
  } catch {
    return 0;
  }
}

export default async function run(...args) {
  const before = cpuTime();
  const result = await (circus.default ?? circus)(...args);
  return { ...result, perfStats: { ...result.perfStats, cpuMs: cpuTime() - before } };
}
