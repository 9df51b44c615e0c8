import { type Readable, Transform } from 'node:stream';
import { AppError } from '../errors/app-error.js';

const BYTES_PER_SECOND = 16 * 1024;

/**
 * Passes a body through, and fails if its sender is too slow, so that a slow sender can't occupy an upload slot for
 * long. Time in which received bytes wait for the registry does not count against the sender.
 * @param body the received stream
 * @param periodSeconds each period of this length must bring 16 KiB per second on average
 * @returns a stream that fails with REQUEST_TIMEOUT
 */
export function withMinimumRate(body: Readable, periodSeconds: number): Transform {
  let received = 0;
  const passed = new Transform({
    transform: (chunk: Buffer, _encoding, done) => {
      received += chunk.length;
      done(null, chunk);
    },
  });
  const timer = setInterval(() => {
    const isWaitingForUs = body.readableLength > 0 || passed.readableLength > 0;
    if (received < BYTES_PER_SECOND * periodSeconds && !isWaitingForUs)
      passed.destroy(
        new AppError('REQUEST_TIMEOUT', 'The upload is too slow. Send at least 16 KiB per second, and try again.'),
      );
    received = 0;
  }, periodSeconds * 1000);
  passed.once('close', () => clearInterval(timer));
  return passed;
}
