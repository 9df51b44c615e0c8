import type { CheckName } from '../../values/check-names.js';
import type { FindingLevel } from '../../values/finding-levels.js';
import { CredentialCalls } from './credential-rule.js';
import { Downloads } from './downloads.js';
import type { ExternalCall } from './external-call.js';
import type { FindingList } from './findings.js';

/** Where findings about calls go, and what the rules know about the whole package. */
export class PackageContext {
  readonly downloads = new Downloads();
  readonly credentialCalls = new CredentialCalls();

  /**
   * @param declared names of the packages that the archive's requirements list
   * @param texts the files of the archive that are read besides its Python sources, by their paths
   */
  constructor(
    readonly findings: FindingList,
    readonly declared: ReadonlySet<string>,
    private readonly texts: ReadonlyMap<string, string>,
  ) {}

  /** The sources of C in the archive. */
  get nativeSources(): readonly string[] {
    return [...this.texts].flatMap(([path, text]) => (/\.(c|cc|cpp|cxx|cu)$/i.test(path) ? [text] : []));
  }

  /** Adds a finding about a call. */
  report({ node, home }: ExternalCall, level: FindingLevel, rule: CheckName, message: string): void {
    this.findings.addAt(level, rule, home, node, message);
  }
}
