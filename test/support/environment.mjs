// The environment of every test file. What files share (worker.mjs, the application, some packages) is loaded once per
// worker, outside of the file's own context; shared-modules.mjs turns a test's imports of it into calls of
// `loadShared`.
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
