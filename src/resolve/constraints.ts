import type { Plan } from './answer.js';

/** One line, whatever its parts contain. */
const comment = (text: string): string => `# ${text.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ')}`;

/** The Python requirements of a plan as a constraints file; everything else that a person should know as comments. */
export function constraintsText(plan: Plan): string {
  const lines = [
    comment(`Python requirements of ${plan.nodes.length} nodes, at revision ${plan.revision}`),
    ...plan.nodes.map(({ id, version }) => comment(`${id} ${version ?? '(from its repository)'}`)),
    ...plan.missing.map(({ name }) => comment(`missing: ${name}`)),
    ...plan.conflicts.map(({ message }) => comment(`conflict: ${message}`)),
    ...plan.notJudged.map(({ node, requirement, why }) => comment(`not judged: ${node}: ${requirement}: ${why}`)),
    ...plan.constraints,
  ];
  return `${lines.join('\n')}\n`;
}
