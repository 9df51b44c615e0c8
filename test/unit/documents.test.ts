import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from '@jest/globals';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const read = (path: string): string => readFileSync(join(ROOT, path), 'utf8');

const filesIn = (folder: string, ending: string): string[] =>
  readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith(ending))
    .map((name) => join(folder, name));

/** The anchors of the headings of a document, as they appear in links to them. */
const anchorsOf = (path: string): string[] =>
  [...read(path).matchAll(/^#+ (.+)$/gm)].map(([, heading]) =>
    heading!
      .toLowerCase()
      .replace(/[^\w\- ]/g, '')
      .replaceAll(' ', '-'),
  );

describe('documents', () => {
  it('link only to existing files and headings', () => {
    const documents = [...filesIn('docs', '.md'), 'README.md', 'CONTRIBUTING.md', 'SECURITY.md', 'CHANGELOG.md'];
    const broken = documents.flatMap((path) =>
      [...read(path).matchAll(/\]\((?!https?:|mailto:)([^)#\s]*)(?:#([^)\s]+))?\)/g)].flatMap(
        ([link, file, anchor]) => {
          const target = file === '' ? path : join(dirname(path), file!);
          if (!existsSync(join(ROOT, target))) return [`${path}: ${link}`];
          return anchor === undefined || anchorsOf(target).includes(anchor) ? [] : [`${path}: ${link}`];
        },
      ),
    );
    expect(broken).toEqual([]);
  });

  it('have the sections of the contract that comments refer to', () => {
    const headings = [...read('docs/contract.md').matchAll(/^## (.+)$/gm)].map(([, heading]) => heading!);
    const named = [...filesIn('src', '.ts'), ...filesIn('test', '.ts')].flatMap((path) =>
      [
        ...read(path)
          .replace(/\n\s*(?:\*|\/\/) ?/g, ' ')
          .matchAll(/\(docs\/contract\.md, "([^"]+)"\)/g),
      ].map(([, heading]) => heading!),
    );
    expect(named.length).toBeGreaterThan(5);
    expect(named.filter((heading) => !headings.includes(heading))).toEqual([]);
  });
});
