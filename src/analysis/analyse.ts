import { type Finding, inspectArchive } from './archive.js';
import { CALL_MAX } from './call-text.js';
import { checkCode } from './checks/check-code.js';
import { FindingList } from './checks/findings.js';
import { SCRIPT } from './checks/javascript.js';
import { checkFiles } from './checks/package-files.js';
import { excerptsOf } from './excerpt.js';
import { extractCoreNodes, type Extraction } from './extract.js';
import { KnownFiles } from './known-files.js';
import { clearMemoized } from './memoized-in-archive.js';
import { PythonModule } from './python-module.js';
import { PythonPackage } from './python-package.js';
import { loadPythonGrammar } from './python-parser.js';
import { FINDING_LEVELS } from '../values/finding-levels.js';

/** Result of the analysis of an archive. None of its code was run. */
export interface Analysis {
  readonly findings: readonly Finding[];
  readonly extraction: Extraction;
  /** True if it was ended because it took too much time, and may succeed with more. */
  readonly isTooLong?: boolean;
}

const FINDINGS_MAX = 200;

/** The finding about an archive whose checks ended with an error. */
const notChecked = (error: unknown): Finding => ({
  level: 'hold',
  rule: 'archive-safety',
  file: '',
  line: 0,
  // A stack overflow is a RangeError.
  message:
    error instanceof RangeError
      ? 'is too deeply nested to be checked'
      : `can’t be checked, because of an error in the registry (${String(error)})`,
});

/** A text that any database and any page can take, of what may be anything. */
const clean = (text: string, most: number): string =>
  text
    .replace(/[\p{Cc}\p{Cf}]+/gu, ' ')
    .slice(0, most)
    .toWellFormed();

/**
 * Analyses an archive without running any of it: whether it is safe to unpack, what its code can do, and which
 * core-nodes it provides.
 * @param file the descriptor of an open file; it stays open
 * @param checksOff the names of checks that are left out
 */
export async function analyse(file: number, checksOff: readonly string[]): Promise<Analysis> {
  try {
    return await analyseFile(file, checksOff);
  } finally {
    clearMemoized();
  }
}

async function analyseFile(file: number, checksOff: readonly string[]): Promise<Analysis> {
  const { sources, texts, readData, paths, compiled, findings: unsafe } = await inspectArchive(file);
  const found = new FindingList(checksOff);
  const faults = checking(() => checkFiles({ paths, compiled, texts }, sources, found));
  const readText = (path: string): string | undefined => texts.get(path);
  releaseScripts(texts, found, excerptsOf(readText));
  await loadPythonGrammar();
  const modules = new Map<string, PythonModule>();
  for (const [path, source] of sources) {
    modules.set(path, new PythonModule(path, source));
    // The module keeps it in less memory.
    sources.delete(path);
  }
  const { extraction, knownFiles } = extract(modules, paths, (path) => readText(path) ?? readData(path));
  for (const module of modules.values()) module.releaseFunctions();
  faults.push(...checking(() => checkCode({ modules, texts, paths, compiled, knownFiles }, found)));
  const findings = [...unsafe, ...faults, ...found.all];
  const inOrder = FINDING_LEVELS.flatMap((level) => findings.filter((finding) => finding.level === level));
  const excerptOf = excerptsOf((path) => modules.get(path)?.source ?? readText(path));
  return {
    findings: inOrder.slice(0, FINDINGS_MAX).map((finding) => {
      const { level, rule, file, line, message, call, excerpt = excerptOf(finding) } = finding;
      return {
        level,
        rule,
        file: clean(file, 300),
        line,
        message: clean(message, 300),
        ...(call === undefined ? {} : { call: clean(call, CALL_MAX) }),
        ...(excerpt && { excerpt }),
      };
    }),
    extraction,
  };
}

/** Runs a part of the checks. @returns the finding that they could not be finished, if so */
function checking(check: () => void): Finding[] {
  try {
    check();
    return [];
  } catch (error) {
    return [notChecked(error)];
  }
}

/** Removes scripts, which take much memory, after they were checked. The findings about them get their excerpts. */
function releaseScripts(
  texts: Map<string, string>,
  found: FindingList,
  excerptOf: (finding: Finding) => Finding['excerpt'],
): void {
  found.change((finding) =>
    // Only a clone shares no memory with the text that its parts were cut out of.
    SCRIPT.test(finding.file) ? structuredClone({ ...finding, excerpt: excerptOf(finding) }) : finding,
  );
  for (const path of texts.keys()) if (SCRIPT.test(path)) texts.delete(path);
  clearMemoized();
}

function extract(
  modules: ReadonlyMap<string, PythonModule>,
  paths: readonly string[],
  read: (path: string) => string | undefined,
): { readonly extraction: Extraction; readonly knownFiles: KnownFiles } {
  const python = [...modules.values()].filter(({ path }) => path.endsWith('.py'));
  try {
    const pack = new PythonPackage(python, paths, read);
    const extraction = extractCoreNodes(pack);
    return {
      extraction: { ...extraction, causes: extraction.causes.map((cause) => clean(cause, 500)) },
      knownFiles: pack.isExhausted ? new KnownFiles() : pack.knownFiles,
    };
  } catch {
    return {
      extraction: { status: 'failed', coreNodes: [], causes: ['The sources are too deeply nested to be read.'] },
      knownFiles: new KnownFiles(),
    };
  }
}
