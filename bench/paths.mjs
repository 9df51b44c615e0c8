import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The folder of the benchmark. */
export const here = dirname(fileURLToPath(import.meta.url));
/** The folder of the project. */
export const root = dirname(here);
/** The command line of the registry, as it was built. */
export const cli = join(root, 'dist', 'src', 'cli.js');
