// The load generator, as the benchmark controls it.
import { fork } from 'node:child_process';
import { join } from 'node:path';
import { here } from '../paths.mjs';

/** A child process that sends load to servers, one job at a time. */
export class LoadGenerator {
  #child = fork(join(here, 'load', 'worker.mjs'), { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });

  /**
   * Runs a job.
   * @param onMeasurementStart called when the warm-up is over
   * @param seconds the timeout of the job
   */
  run(job, onMeasurementStart, seconds) {
    return new Promise((resolve, reject) => {
      const timeout = setTimeout(
        () => finish(() => reject(new Error(`The load generator did not finish within ${seconds} s.`))),
        seconds * 1000,
      );
      const onExit = () => finish(() => reject(new Error('The load generator exited.')));
      const finish = (settle) => {
        clearTimeout(timeout);
        this.#child.off('message', onMessage);
        this.#child.off('exit', onExit);
        settle();
      };
      const onMessage = (message) => {
        if (message.measuring) onMeasurementStart();
        else if (message.failed !== undefined) finish(() => reject(new Error(message.failed)));
        else finish(() => resolve(message.result));
      };
      this.#child.on('message', onMessage);
      this.#child.once('exit', onExit);
      this.#child.send(job);
    });
  }

  stop() {
    if (this.#child.connected) this.#child.disconnect();
  }
}
