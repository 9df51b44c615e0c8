import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
/** The files and folders that a build needs. */
const SOURCES = [
  'src',
  'migrations',
  'scripts',
  'web',
  'bin',
  'package.json',
  'package-lock.json',
  'tsconfig.json',
  'tsconfig.build.json',
];

/** Lines to add to a file, each after the last line that ends with a text. */
type Additions = readonly (readonly [behind: string, line: string])[];

const MIGRATION = 'Migration20990101000000_homepage';

/** The changes that "Adding a field, end to end" in CONTRIBUTING.md lists, for the field `homepage` of nodes. */
const CHANGED: Readonly<Record<string, Additions>> = {
  'migrations/all.ts': [
    [`.js';`, `import { ${MIGRATION} } from './${MIGRATION}.js';`],
    [',', `  ${MIGRATION},`],
  ],
  'src/entities/node.ts': [['repository: p.text().nullable(),', '    homepage: p.text().nullable(),']],
  'src/catalogue/records.ts': [[`repository: optionalText('repository'),`, `  homepage: optionalText('homepage'),`]],
  'src/services/inputs.ts': [['repository: optionalRepository,', '  homepage: optionalAddress,']],
  'src/rest/schemas/node.schema.ts': [['repository: z.string().optional(),', '    homepage: z.string().optional(),']],
  'src/graphql/types/node.type.ts': [
    [
      'repository!: string | null;',
      `  @Field(() => String, { simple: true, nullable: true, description: 'URL of its homepage.' })
  homepage!: string | null;`,
    ],
  ],
  'src/graphql/inputs/node.input.ts': [
    [
      'repository?: string | null;',
      `  @Field(() => String, { nullable: true, description: 'URL of its homepage: http or https.' })
  homepage?: string | null;`,
    ],
  ],
};

const ADDED: Readonly<Record<string, string>> = {
  [`migrations/${MIGRATION}.ts`]: `import { Migration } from '@mikro-orm/migrations';

/** Homepages of nodes. */
export class ${MIGRATION} extends Migration {
  override up(): void {
    this.addSql('alter table nodes add column homepage text');
  }

  override down(): void {
    this.addSql('alter table nodes drop column homepage');
  }
}
`,
};

/** The files of `src` and `migrations` that are changed or added for the new field. */
export const FILES_OF_NEW_FIELD: readonly string[] = [...Object.keys(CHANGED), ...Object.keys(ADDED)];

function add(text: string, additions: Additions, file: string): string {
  const lines = text.split('\n');
  for (const [behind, line] of additions) {
    const at = lines.findLastIndex((each) => each.endsWith(behind));
    if (at < 0) throw new Error(`${file} has no line that ends with ${behind}`);
    lines.splice(at + 1, 0, line);
  }
  return lines.join('\n');
}

/** Copies this project to a temporary folder and adds the field `homepage` to nodes. The copy is not built. */
export function projectWithNewField(): { readonly folder: string; readonly remove: () => void } {
  const folder = mkdtempSync(join(tmpdir(), 'registry-field-'));
  for (const name of SOURCES) cpSync(join(ROOT, name), join(folder, name), { recursive: true });
  symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
  mkdirSync(join(folder, 'dist'));
  for (const [file, additions] of Object.entries(CHANGED)) {
    const path = join(folder, file);
    writeFileSync(path, add(readFileSync(path, 'utf8'), additions, file));
  }
  for (const [file, text] of Object.entries(ADDED)) writeFileSync(join(folder, file), text);
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) };
}
