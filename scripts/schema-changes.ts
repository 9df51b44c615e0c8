// Compares schema.graphql with the schema of the last release. Fails if the section "Unreleased" of the changelog does
// not name each breaking change, by its type or its field such as `Node.tags`. `--release` stores the current schema.
import { copyFileSync, readFileSync } from 'node:fs';
import {
  type BreakingChange,
  buildSchema,
  findBreakingChanges,
  findDangerousChanges,
  type GraphQLSchema,
} from 'graphql';

const RELEASED = 'docs/schema-released.graphql';
const CURRENT = 'schema.graphql';

/** The breaking changes that a text does not name. */
export function unnamedChanges(breaking: readonly BreakingChange[], text: string): BreakingChange[] {
  const named = new Set(text.match(/`[^`]+`/g)?.flatMap((code) => code.match(/[A-Z]\w*(?:\.\w+)?/g) ?? []));
  return breaking.filter(
    ({ description }) => !(description.match(/[A-Z]\w*(?:\.\w+)?/g) ?? []).some((name) => named.has(name)),
  );
}

function main(): void {
  if (process.argv.includes('--release')) {
    copyFileSync(CURRENT, RELEASED);
    return;
  }
  const read = (file: string): GraphQLSchema => buildSchema(readFileSync(file, 'utf8'));
  const [released, current] = [read(RELEASED), read(CURRENT)];
  const [, unreleased = ''] = readFileSync('CHANGELOG.md', 'utf8').split(/^## .*$/m);
  const breaking = findBreakingChanges(released, current);
  for (const { description } of breaking) process.stdout.write(`breaking: ${description}\n`);
  for (const { description } of findDangerousChanges(released, current))
    process.stdout.write(`dangerous: ${description}\n`);
  const unnamed = unnamedChanges(breaking, unreleased);
  if (unnamed.length === 0) return;
  process.stderr.write(
    `CHANGELOG.md does not name under "Unreleased":\n${unnamed.map(({ description }) => `  ${description}`).join('\n')}\n`,
  );
  process.exitCode = 1;
}

if (process.argv[1] === import.meta.filename) main();
