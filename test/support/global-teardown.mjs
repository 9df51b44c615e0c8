// Once after all tests: stops what was started and removes what was made.
import { rmSync } from 'node:fs';

export default async function tearDown() {
  // With a single worker the tests ran in this process.
  await globalThis.closeSharedRegistries?.();
  await globalThis.testPostgres?.stop();
  rmSync(globalThis.testFolder, { recursive: true, force: true });
}
