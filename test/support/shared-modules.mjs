// A Jest transform for modules that all test files of a worker share: the application and its dependencies. It replaces
// a module's source by exports of the one instance that `loadShared` (environment.mjs) returns. Evaluating the
// application again for each file took most of a run.
import { createRequire } from 'node:module';
import { join, relative } from 'node:path';

const require = createRequire(import.meta.url);

/** The file to load in place of a module: the built form of a TypeScript file, any other file itself. */
function sharedPath(path, rootDir) {
  return path.endsWith('.ts') ? join(rootDir, 'dist', relative(rootDir, path)).replace(/\.ts$/, '.js') : path;
}

export default {
  process(_source, path, { config, supportsStaticESM }) {
    const shared = sharedPath(path, config.rootDir);
    const load = `globalThis.loadShared(${JSON.stringify(shared)})`;
    const names = Object.keys(require(shared)).filter((name) => /^[\w$]+$/.test(name));
    // Jest reads the names of a CommonJS module's exports from the second line, which never runs.
    if (!supportsStaticESM)
      return { code: `module.exports = ${load};\n0 && (${names.map((name) => `exports.${name}`).join(' = ')} = 0);` };
    const exports = names.map((name) =>
      name === 'default' ? 'export default shared.default;' : `export const ${name} = shared.${name};`,
    );
    return { code: `const shared = ${load};\n${exports.join('\n')}` };
  },
};
