// Jest's own test runner, which also measures the processor time of each file. Wall time depends on the load of the
// machine.
import { readFileSync } from 'node:fs';
import circus from 'jest-circus/runner';

const TICKS_PER_SECOND = 100;

/** Returns the processor time of this process, including its threads and its ended child processes, in milliseconds. */
function cpuTime() {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000 + childrenTime();
}

/** Returns the processor time of ended child processes; 0 on systems without /proc. */
function childrenTime() {
  try {
    // The name of the command may contain spaces, so fields are counted after its closing parenthesis (proc(5): cutime,
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
