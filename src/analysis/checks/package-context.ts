import type { KnownFiles } from '../known-files.js';
import type { CheckName } from '../../values/check-names.js';
import type { FindingLevel } from '../../values/finding-levels.js';
import { CredentialCalls } from './credential-rule.js';
import { Downloads } from './downloads.js';
import type { ExternalCall } from './external-call.js';
import type { FindingList } from './findings.js';
import type { PythonModule } from '../python-module.js';
import { HIDDEN_EXPRESSION } from './suspicious-patterns.js';

/** Where findings about calls go, and what the rules know about the whole package. */
export class PackageContext {
  readonly downloads = new Downloads();
  readonly credentialCalls = new CredentialCalls();
  #names: ReadonlySet<string> | undefined;
  #hasHiddenExpression: boolean | undefined;

  /**
   * @param declared names of the packages that the archive's requirements list
   * @param texts the files of the archive that are read besides its Python sources, by their paths
   * @param sources the Python sources of the archive, by their paths
   * @param paths all files and folders of the archive
   * @param knownFiles what calls do with files, as far as the extraction follows them
   */
  constructor(
    readonly findings: FindingList,
    readonly declared: ReadonlySet<string>,
    private readonly texts: ReadonlyMap<string, string>,
    private readonly sources: ReadonlyMap<string, PythonModule>,
    private readonly paths: readonly string[],
    private readonly knownFiles: KnownFiles,
  ) {}

  /** True for a call that loads a file of the archive which is no Python source. */
  loadsData({ node, home }: ExternalCall): boolean {
    return this.knownFiles.loadsDataAt(home.path, node.from);
  }

  /** The Python sources and other texts of the archive with the name that a path ends with. */
  sourcesNamed(path: string): string[] {
    const name = path.slice(Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1);
    const isNamed = (file: string): boolean => file === name || file.endsWith(`/${name}`);
    const own = [...this.sources].filter(([file]) => isNamed(file)).map(([, { source }]) => source);
    return [...own, ...[...this.texts].filter(([file]) => isNamed(file)).map(([, text]) => text)];
  }

  /** True if a Python source of the archive contains an expression that reaches for dangerous functions. */
  get hasHiddenExpression(): boolean {
    return (this.#hasHiddenExpression ??= [...this.sources.values()].some(({ latin }) =>
      HIDDEN_EXPRESSION.test(latin),
    ));
  }

  /** True for a path that ends with the name of a file of the archive, other than a Python source. */
  isFile(path: string): boolean {
    const name = path.slice(Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1);
    return !/\.pyw?$/i.test(name) && this.#fileNames.has(name);
  }

  /** The names of files that are no folder's name as well. */
  get #fileNames(): ReadonlySet<string> {
    if (this.#names) return this.#names;
    const folders = new Set(this.paths.flatMap((path) => path.split('/').slice(0, -1)));
    const names = this.paths.map((path) => path.slice(path.lastIndexOf('/') + 1));
    this.#names = new Set(names.filter((name) => name !== '' && !folders.has(name)));
    return this.#names;
  }

  /** The sources of C in the archive. */
  get nativeSources(): readonly string[] {
    return [...this.texts].flatMap(([path, text]) => (/\.(c|cc|cpp|cxx|cu)$/i.test(path) ? [text] : []));
  }

  /** Adds a finding about a call. */
  report({ node, home }: ExternalCall, level: FindingLevel, rule: CheckName, message: string): void {
    this.findings.addAt(level, rule, home, node, message);
  }
}
