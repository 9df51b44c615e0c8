import { parentPort, workerData } from 'node:worker_threads';
import { analyse } from './analyse.js';

// A thread of its own: what it is given may be made to take for ever, and only a thread can be ended from outside.
const { file, checksOff } = workerData as { readonly file: number; readonly checksOff: readonly string[] };
parentPort!.postMessage(await analyse(file, checksOff));
