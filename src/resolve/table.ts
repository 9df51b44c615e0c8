import type { Plan } from './answer.js';

const SHOWN_MAX = 60;

const shortened = (text: string): string => (text.length > SHOWN_MAX ? `${text.slice(0, SHOWN_MAX - 1)}…` : text);

/** Returns the rows as lines with aligned columns. */
function columns(rows: readonly (readonly string[])[]): string[] {
  const widths = rows[0]!.map((_, at) => Math.max(...rows.map((row) => row[at]!.length)));
  return rows.map((row) =>
    row
      .map((cell, at) => cell.padEnd(widths[at]!))
      .join('  ')
      .trimEnd(),
  );
}

/** Replaces control characters, because texts from a workflow may contain some that control a terminal. */
const printable = (text: string): string => text.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, '�');

/** Formats a plan for a terminal. */
export function planTable(plan: Plan): string {
  const nodes = plan.nodes.map(({ id, version, install, reason, provides }) => [
    id,
    version ?? '-',
    install.kind,
    reason,
    shortened(printable(provides.join(', '))),
  ]);
  const lines = nodes.length > 0 ? columns([['NODE', 'VERSION', 'INSTALL', 'REASON', 'PROVIDES'], ...nodes]) : [];
  for (const { id, warnings } of plan.nodes)
    for (const { message } of warnings) lines.push(`warning: ${id}: ${printable(message)}`);
  for (const { name, suggestions } of plan.missing) {
    const similar = suggestions.map((one) => `${one.name} (${one.node})`).join(', ');
    lines.push(printable(`missing: ${name}${similar === '' ? '' : `. Similar: ${similar}`}`));
  }
  for (const { message } of plan.conflicts) lines.push(`conflict: ${printable(message)}`);
  const counts = [
    `${plan.nodes.length} nodes`,
    `${plan.builtIn.length} names of the host`,
    `${plan.missing.length} missing`,
    `${plan.conflicts.length} conflicts`,
  ];
  return `${[...lines, `${plan.complete ? 'complete' : 'incomplete'}: ${counts.join(', ')}`].join('\n')}\n`;
}
