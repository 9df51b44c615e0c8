// A Jest transform for modules that all test files of a worker share: the application and its dependencies. It replaces
// the source of a module by exports of the single instance that `loadShared` (environment.mjs) returns. Otherwise most
// of the time of a run would be spent on evaluating the application for each file.
import { createRequire } from 'node:module';
import { join, relative } from 'node:path';

const require = createRequire(import.meta.url);

/** Returns the file to load instead of a module: the built file of a TypeScript module, otherwise the module itself. */
function sharedPath(path, rootDir) {
  return path.endsWith('.ts') ? join(rootDir, 'dist', relative(rootDir, path)).replace(/\.ts$/, '.js') : path;
}

export default {
  process(_source, path, { config, supportsStaticESM }) {
    const shared = sharedPath(path, config.rootDir);
    const load = `globalThis.loadShared(${JSON.stringify(shared)})`;
    const names = Object.keys(require(shared)).filter((name) => /^[\w$]+$/.test(name));
    // Jest parses the second line, which is never executed, for the names of a CommonJS module's exports.
    if (!supportsStaticESM)
      return { code: `module.exports = ${load};\n0 && (${names.map((name) => `exports.${name}`).join(' = ')} = 0);` };
    const exports = names.map((name) =>
      name === 'default' ? 'export default shared.default;' : `export const ${name} = shared.${name};`,
    );
    return { code: `const shared = ${load};\n${exports.join('\n')}` };
  },
};
