// Everything that the benchmark starts, so that all of it ends with it.
import { spawn } from 'node:child_process';
import { closeSync, existsSync, openSync, readFileSync, readdirSync, truncateSync, writeFileSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';

const running = new Set();

/** A process that has been started; what it says goes to a file. */
export class Started {
  #child;
  #ended;
  #how = 'it took too long';

  constructor(name, file, args, { env, cwd, log, ipc = false }) {
    this.name = name;
    this.log = log;
    writeFileSync(log, '');
    const out = openSync(log, 'a');
    const err = openSync(`${log}.err`, 'a');
    this.began = performance.now();
    this.#child = spawn(file, args, { cwd, env, stdio: ['ignore', out, err, ...(ipc ? ['ipc'] : [])] });
    closeSync(out);
    closeSync(err);
    running.add(this);
    this.#ended = new Promise((resolve) => {
      this.#child.once('error', (error) => resolve(error.message));
      this.#child.once('exit', (code, signal) => resolve(`it ended with ${signal ?? code}`));
    }).then((how) => {
      running.delete(this);
      this.#how = how;
    });
  }

  get pid() {
    return this.#child.pid;
  }

  /** What it has said up to now. */
  said() {
    return existsSync(this.log) ? readFileSync(this.log, 'utf8') : '';
  }

  /** Waits until it has said this. @returns the match and how long that took, in ms */
  async until(pattern, seconds) {
    for (const deadline = this.began + seconds * 1000; performance.now() < deadline; await wait(5)) {
      const match = pattern.exec(this.said());
      if (match) return { match, took: performance.now() - this.began };
      if (!running.has(this)) break;
    }
    const how = this.#how;
    const told = this.said().slice(-1000) + readFileSync(`${this.log}.err`, 'utf8').slice(-2000);
    await this.stop();
    throw new Error(`${this.name} did not become ready: ${how}. ${told}`);
  }

  /** Empties its log: at full speed it fills a disk. */
  forget() {
    truncateSync(this.log, 0);
  }

  /** Asks it to end, and makes it end where it does not. */
  async stop() {
    if (!running.has(this)) return;
    this.#child.kill('SIGTERM');
    const ended = await Promise.race([this.#ended.then(() => true), wait(5000, false, { ref: false })]);
    if (!ended) this.#child.kill('SIGKILL');
    await this.#ended;
  }
}

/** Ends all that still runs. */
export const stopAll = () => Promise.all([...running].map((one) => one.stop()));

/** The ids of a process and of everything that it has started. */
export function treeOf(pid) {
  const children = new Map();
  for (const name of readdirSync('/proc').filter((entry) => /^\d+$/.test(entry))) {
    const parent = parentOf(name);
    if (parent !== undefined) children.set(parent, [...(children.get(parent) ?? []), Number(name)]);
  }
  const tree = [pid];
  for (const one of tree) tree.push(...(children.get(one) ?? []));
  return tree;
}

/** The fields of /proc/PID/stat behind the name, which may hold anything. */
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

/** Processor time of a process and its children up to now, in ms, of its own and the system's in its name. */
export function processorTime(pid) {
  const stats = treeOf(pid)
    .map(statOf)
    .filter((stat) => stat !== undefined);
  return stats.reduce((sum, stat) => sum + (Number(stat[11]) + Number(stat[12])) * TICK_MS, 0);
}

/** Resident memory of a process and its children, in MB. */
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
