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

const FINDINGS_MAX = 200;

/** A text that any database and any page can take, of what may be anything. */
const clean = (text: string, most: number): string =>
  text
    .replace(/[\p{Cc}\p{Cf}]+/gu, ' ')
    .slice(0, most)
    .toWellFormed();

/**
 * Looks into an archive: whether it is safe to unpack, what its Python sources do that a registry should know, and
 * which core-nodes they provide.
 * @param file the descriptor of an open file; it stays open
 * @param checksOff the names of checks that are left out
 */
export async function analyse(file: number, checksOff: readonly string[]): Promise<Analysis> {
  const { sources, findings: unsafe } = await inspectArchive(file);
  const modules: PythonModule[] = [];
  const findings = [...unsafe];
  for (const [name, source] of sources) {
    try {
      const module = new PythonModule(name, source);
      findings.push(...checkModule(module, checksOff, FINDINGS_MAX));
      if (name.endsWith('.py')) modules.push(module);
    } catch {
      findings.push({ rule: 'archive-safety', file: name, line: 0, message: 'is too deeply nested to be checked' });
    }
  }
  let extraction: Extraction;
  try {
    extraction = extractCoreNodes(new PythonPackage(modules));
  } catch {
    extraction = { status: 'failed', coreNodes: [], causes: ['The sources are too deeply nested to be read.'] };
  }
  return {
    findings: findings
      .slice(0, FINDINGS_MAX)
      .map(({ rule, file, line, message }) => ({ rule, file: clean(file, 300), line, message: clean(message, 300) })),
    extraction: { ...extraction, causes: extraction.causes.map((cause) => clean(cause, 500)) },
  };
}
