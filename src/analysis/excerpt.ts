import type { Excerpt, Finding } from './archive.js';

/** How many lines an excerpt has before and after the line of its finding. */
const LINES_AROUND = 3;
/** The most characters of a line in an excerpt. */
const LINE_MAX = 160;

const TAB = '    ';

/** A line as it can be shown: one that can't change the direction or the place of what is next to it. */
function shownLine(line: string): string {
  const text = line
    .slice(0, LINE_MAX)
    .replaceAll('\t', TAB)
    .replace(/[\p{Cc}\p{Cf}]+/gu, ' ')
    .toWellFormed();
  return line.length > LINE_MAX ? `${text}…` : text;
}

/**
 * Returns a function that reads the lines around a finding.
 * @param read reads a file of the archive
 */
export function excerptsOf(read: (path: string) => string | undefined): (finding: Finding) => Excerpt | undefined {
  // The lines of one file only, because those of all take much memory. Most findings about a file follow each other.
  let lines: readonly string[] = [];
  let fileOfLines: string | undefined;
  return ({ file, line }) => {
    if (line === 0) return undefined;
    if (file !== fileOfLines) lines = read(file)?.split('\n') ?? [];
    fileOfLines = file;
    const first = Math.max(1, line - LINES_AROUND);
    const shown = lines.slice(first - 1, line + LINES_AROUND);
    return shown.length === 0 ? undefined : { line: first, text: shown.map(shownLine).join('\n') };
  };
}
