import { setImmediate as immediate } from 'node:timers/promises';
import { type Finding, inspectArchive } from './archive.js';
import { checkModule } from './checks.js';
import { extractCoreNodes, type Extraction } from './extract.js';
import { PythonModule } from './python-module.js';
import { PythonPackage } from './python-package.js';

/** What is known of an archive without running any of it. */
export interface Analysis {
  readonly findings: readonly Finding[];
  readonly extraction: Extraction;
}

/**
 * Looks into an archive: whether it is safe to unpack, what its Python sources do that a registry should know, and which
 * core-nodes they provide.
 * @param checksOff the names of checks that are left out
 */
export async function analyse(path: string, checksOff: readonly string[]): Promise<Analysis> {
  const { sources, findings: unsafe } = await inspectArchive(path);
  const modules: PythonModule[] = [];
  const findings = [...unsafe];
  for (const [name, source] of sources) {
    const module = new PythonModule(name, source);
    modules.push(module);
    findings.push(...checkModule(module, checksOff));
    // A large package takes a while: others get their turn between its files.
    await immediate();
  }
  return { findings, extraction: extractCoreNodes(new PythonPackage(modules)) };
}
