import type { CheckName } from '../../values/check-names.js';
import { FINDING_LEVELS, type FindingLevel, isGraver } from '../../values/finding-levels.js';
import type { Finding } from '../archive.js';
import { callText } from '../call-text.js';
import type { PythonNode } from '../python-syntax.js';
import type { ModuleScope } from './scopes.js';

/** How many warnings and notes of one rule a file shows, and how many with one message a package shows. */
const PER_RULE_AND_FILE = 5;
const PER_MESSAGE = 20;

/** Collects findings: one for each rule and position, the gravest ones first. */
export class FindingList {
  readonly #found = new Map<string, Finding>();
  /** Tells the files about which there are only notes. */
  noteOnly: (file: string) => boolean = () => false;

  constructor(private readonly off: readonly string[]) {}

  /** Adds a finding about a node of a source. */
  addAt(level: FindingLevel, rule: CheckName, home: ModuleScope, node: PythonNode, message: string): void {
    const { source, path } = home;
    this.add(
      {
        level: this.noteOnly(path) ? 'note' : level,
        rule,
        file: path,
        line: source.line(node.from),
        message,
        call: callText(source.text(node).trim()),
      },
      node.from,
    );
  }

  /** Adds a finding, unless there is a graver one of the same rule at the position. */
  add(finding: Finding, position = -1): void {
    if (this.off.includes(finding.rule)) return;
    const key = `${finding.rule}\0${finding.file}\0${position}\0${position < 0 ? finding.message : ''}`;
    const known = this.#found.get(key);
    if (!known || isGraver(finding.level, known.level)) this.#found.set(key, finding);
  }

  /** Replaces each finding by what `changed` makes of it. */
  change(changed: (finding: Finding) => Finding): void {
    for (const [key, finding] of this.#found) this.#found.set(key, changed(finding));
  }

  /** The findings, the gravest first. Of warnings and notes only a few of each rule and file. */
  get all(): Finding[] {
    const counts = new Map<string, number>();
    const isWithin = (key: string, most: number): boolean => {
      counts.set(key, (counts.get(key) ?? 0) + 1);
      return counts.get(key)! <= most;
    };
    const order = ({ level }: Finding): number => FINDING_LEVELS.indexOf(level);
    return [...this.#found.values()]
      .sort((a, b) => order(a) - order(b) || (a.file < b.file ? -1 : a.file > b.file ? 1 : a.line - b.line))
      .filter(
        ({ level, rule, file, message }) =>
          // One that is not listed could not be compared with the approved version.
          level === 'hold' ||
          (isWithin(`${rule}\0file\0${file}`, PER_RULE_AND_FILE) &&
            isWithin(`${rule}\0message\0${message}`, PER_MESSAGE)),
      );
  }
}
