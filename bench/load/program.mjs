// The load program as the orchestrator sees it.
import { fork } from 'node:child_process';
import { join } from 'node:path';
import { here } from '../paths.mjs';

/** A process that loads servers, one job at a time. */
export class LoadProgram {
  #child = fork(join(here, 'load', 'worker.mjs'), { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });

  /**
   * Has it do a job.
   * @param begins called when the warm-up is over
   * @param seconds the longest it may take
   */
  run(job, begins, seconds) {
    return new Promise((resolve, reject) => {
      const late = setTimeout(
        () => done(() => reject(new Error(`The load program did not end in ${seconds} s.`))),
        seconds * 1000,
      );
      const gone = () => done(() => reject(new Error('The load program ended.')));
      const done = (settle) => {
        clearTimeout(late);
        this.#child.off('message', told);
        this.#child.off('exit', gone);
        settle();
      };
      const told = (message) => {
        if (message.begins) begins();
        else if (message.failed !== undefined) done(() => reject(new Error(message.failed)));
        else done(() => resolve(message.result));
      };
      this.#child.on('message', told);
      this.#child.once('exit', gone);
      this.#child.send(job);
    });
  }

  stop() {
    if (this.#child.connected) this.#child.disconnect();
  }
}
