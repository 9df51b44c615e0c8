// The processes that the benchmark starts. They are tracked, so that all of them are stopped at its end.
import { spawn } from 'node:child_process';
import { closeSync, existsSync, openSync, readFileSync, readdirSync, truncateSync, writeFileSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';

const running = new Set();

/** A started process. Its output goes to a log file. */
export class ManagedProcess {
  #child;
  #ended;
  #reason = 'it took too long';

  constructor(name, file, args, { env, cwd, log, ipc = false }) {
    this.name = name;
    this.log = log;
    writeFileSync(log, '');
    const out = openSync(log, 'a');
    const err = openSync(`${log}.err`, 'a');
    this.startedAt = performance.now();
    this.#child = spawn(file, args, { cwd, env, stdio: ['ignore', out, err, ...(ipc ? ['ipc'] : [])] });
    closeSync(out);
    closeSync(err);
    running.add(this);
    this.#ended = new Promise((resolve) => {
      this.#child.once('error', (error) => resolve(error.message));
      this.#child.once('exit', (code, signal) => resolve(`it exited with ${signal ?? code}`));
    }).then((reason) => {
      running.delete(this);
      this.#reason = reason;
    });
  }

  get pid() {
    return this.#child.pid;
  }

  /** Its output so far. */
  output() {
    return existsSync(this.log) ? readFileSync(this.log, 'utf8') : '';
  }

  /** Waits until its output matches. @returns the match and the time since the start in ms */
  async waitForOutput(pattern, seconds) {
    for (const deadline = this.startedAt + seconds * 1000; performance.now() < deadline; await wait(5)) {
      const match = pattern.exec(this.output());
      if (match) return { match, took: performance.now() - this.startedAt };
      if (!running.has(this)) break;
    }
    const reason = this.#reason;
    const lastOutput = this.output().slice(-1000) + readFileSync(`${this.log}.err`, 'utf8').slice(-2000);
    await this.stop();
    throw new Error(`${this.name} did not become ready: ${reason}. ${lastOutput}`);
  }

  /** Truncates its log, because access logs under full load would fill the disk. */
  clearLog() {
    truncateSync(this.log, 0);
  }

  /** Sends SIGTERM, and SIGKILL if it has not exited 5 s later. */
  async stop() {
    if (!running.has(this)) return;
    this.#child.kill('SIGTERM');
    const ended = await Promise.race([this.#ended.then(() => true), wait(5000, false, { ref: false })]);
    if (!ended) this.#child.kill('SIGKILL');
    await this.#ended;
  }
}

/** Stops all running processes. */
export const stopAll = () => Promise.all([...running].map((one) => one.stop()));

/** The ids of a process and all its descendants. */
function treeOf(pid) {
  const children = new Map();
  for (const name of readdirSync('/proc').filter((entry) => /^\d+$/.test(entry))) {
    const parent = parentOf(name);
    if (parent !== undefined) children.set(parent, [...(children.get(parent) ?? []), Number(name)]);
  }
  const tree = [pid];
  for (const one of tree) tree.push(...(children.get(one) ?? []));
  return tree;
}

/** The fields of /proc/PID/stat after the name, which may contain any characters. */
function statOf(pid) {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return text.slice(text.lastIndexOf(')') + 2).split(' ');
  } catch {
    return undefined;
  }
}

const parentOf = (pid) => {
  const stat = statOf(pid);
  return stat && Number(stat[1]);
};

const TICK_MS = 10;

/** CPU time of a process and its descendants so far, user and system, in ms. */
export function processorTime(pid) {
  const stats = treeOf(pid)
    .map(statOf)
    .filter((stat) => stat !== undefined);
  return stats.reduce((sum, stat) => sum + (Number(stat[11]) + Number(stat[12])) * TICK_MS, 0);
}

/** Resident memory of a process and its descendants, in MB. */
export function residentMemory(pid) {
  const sizes = treeOf(pid).map((one) => {
    try {
      return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${one}/status`, 'utf8'))?.[1] ?? 0);
    } catch {
      return 0;
    }
  });
  return sizes.reduce((sum, size) => sum + size, 0) / 1024;
}
