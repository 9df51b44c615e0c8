import type { Analysis } from '../../src/analysis/analyse.js';
import { ArchiveAnalyser, FAST_BOUNDS } from '../../src/analysis/bounded.js';

/** The analysis of one archive, and what it took. */
export interface Measured {
  readonly analysis: Analysis;
  readonly seconds: number;
  readonly megabytes: number;
}

// Analyses the archive that the argument names, and writes the outcome as JSON. Runs in a process for each archive,
// which is launched like the one in which the server analyses archives, and loads no more than that one.
const began = performance.now();
const analysis = await new ArchiveAnalyser().analyse(process.argv[2]!, [], FAST_BOUNDS);
const measured: Measured = {
  analysis,
  seconds: (performance.now() - began) / 1000,
  megabytes: process.resourceUsage().maxRSS / 1024,
};
process.stdout.write(JSON.stringify(measured));
