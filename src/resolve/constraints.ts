import type { Plan } from './answer.js';

/** Writes a comment of one line. Line breaks in the text become spaces, so that it can't add a requirement. */
const comment = (text: string): string => `# ${text.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ')}`;

/**
 * Writes the Python requirements of a plan as a constraints file for pip. Comments list the nodes, those without a
 * version in the requested range, the missing names, the conflicts and the requirements that were not compared.
 */
export function constraintsText(plan: Plan): string {
  const lines = [
    comment(`Python requirements of ${plan.nodes.length} nodes, at revision ${plan.revision}`),
    ...plan.nodes.map(({ id, version }) => comment(`${id} ${version ?? '(from its repository)'}`)),
    ...plan.nodes.flatMap(({ id, warnings }) =>
      warnings.filter(({ code }) => code === 'range').map(({ message }) => comment(`${id}: ${message}`)),
    ),
    ...plan.missing.map(({ name }) => comment(`missing: ${name}`)),
    ...plan.conflicts.map(({ message }) => comment(`conflict: ${message}`)),
    ...plan.notJudged.map(({ node, requirement, why }) => comment(`not judged: ${node}: ${requirement}: ${why}`)),
    ...plan.constraints,
  ];
  return `${lines.join('\n')}\n`;
}
