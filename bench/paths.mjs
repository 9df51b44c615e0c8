import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The folder of the benchmark. */
export const here = dirname(fileURLToPath(import.meta.url));
/** The root folder of the project. */
export const root = dirname(here);
/** The built command line of the registry. */
export const cli = join(root, 'dist', 'src', 'cli.js');
/** The built command line of an older checkout to compare with; `undefined` if none was given. */
export const beforeCli = process.env.BENCH_BEFORE && join(process.env.BENCH_BEFORE, 'dist', 'src', 'cli.js');
