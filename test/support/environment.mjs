// The Jest environment of every test file. Modules that files share (worker.mjs, the application, some packages) are
// loaded once per worker, outside the context of a file. shared-modules.mjs replaces a test's imports of them by calls
// of `loadShared`.
import 'reflect-metadata';
import { createRequire } from 'node:module';
import { TestEnvironment } from 'jest-environment-node';

const require = createRequire(import.meta.url);

export default class SharedModulesEnvironment extends TestEnvironment {
  /** @param config Jest's configuration @param context the test file and its console */
  constructor(config, context) {
    super(config, context);
    this.global.loadShared = require;
  }
}
