import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The folder of the benchmark. */
export const here = dirname(fileURLToPath(import.meta.url));
/** The folder of the project. */
export const root = dirname(here);
/** The command line of the registry, as it was built. */
export const cli = join(root, 'dist', 'src', 'cli.js');
/** The same of an older checkout that takes part; `undefined` if there is none. */
export const beforeCli = process.env.BENCH_BEFORE && join(process.env.BENCH_BEFORE, 'dist', 'src', 'cli.js');
