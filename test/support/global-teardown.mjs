// Runs once after all tests: stops processes and removes temporary files.
import { rmSync } from 'node:fs';

export default async function tearDown() {
  // With a single worker, the tests run in this process.
  await globalThis.closeSharedRegistries?.();
  await globalThis.testPostgres?.stop();
  rmSync(globalThis.testFolder, { recursive: true, force: true });
}
