// Writes docs/settings.md: one table of all settings, from .env.example and the values that each setting takes.
import { readFileSync, writeFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import type { z } from 'zod';
import { environment } from '../src/setting-schema.js';

const INTRODUCTION = `# Settings

All settings are environment variables, and all are optional. \`npm run settings\` generates this page from
\`.env.example\` and from what the registry accepts. \`registry check\` checks the settings of an environment.
`;

/** Not accepted by any setting that restricts its values. */
const INVALID = '\0';

/** Returns the values that a setting takes, as its error message names them; "text" if it takes any. */
function valuesOf(name: string): string {
  const schemas: Readonly<Record<string, z.ZodType>> = environment.shape;
  const message = schemas[name]!.safeParse(INVALID).error?.issues[0]?.message;
  return message?.replace(/^takes /, '') ?? 'text';
}

const cell = (text: string): string => text.replaceAll('|', '\\|').replaceAll('<', '&lt;');

/** Returns the page of all settings. @param example the text of .env.example */
export function settingsPage(example: string): string {
  const sections = example.split(/^# --- (.+) ---$/m).slice(1);
  const page = [INTRODUCTION];
  for (let at = 0; at < sections.length; at += 2) {
    const rows = [...sections[at + 1]!.matchAll(/((?:^#.*\n)+)^([A-Z][A-Z0-9_]*)=(.*)$/gm)].map(
      ([, comment, name, value]) => {
        const meaning = comment!.replace(/^# ?/gm, '').trim().replaceAll('\n', ' ');
        const values = valuesOf(name!);
        return `| \`${name}\` | ${value === '' ? '' : `\`${value}\``} | ${cell(meaning)} | ${cell(values)} |`;
      },
    );
    page.push(`\n## ${sections[at]}\n\n| setting | default | meaning | values |\n| --- | --- | --- | --- |\n`);
    page.push(rows.join('\n'), '\n');
  }
  return page.join('');
}

const ROOT = new URL('../../', import.meta.url);

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href)
  writeFileSync(new URL('docs/settings.md', ROOT), settingsPage(readFileSync(new URL('.env.example', ROOT), 'utf8')));
