import type { Catalogue } from '../../catalogue/catalogue.js';
import type { Plan, PlannedNode } from '../../resolve/answer.js';
import { constraintsText } from '../../resolve/constraints.js';
import { AppError } from '../../errors/app-error.js';
import { type ListItem, listItem, ListText } from '../../values/list-text.js';
import { JsonText } from '../json-text.js';
import { PlainText } from '../plain-text.js';
import { listedNode } from './node.presenter.js';

const presentPlanned = ({
  version,
  provides,
  reason,
  alternatives,
  alreadyInstalled,
  install,
  warnings,
}: PlannedNode) => ({
  version,
  provides,
  reason,
  install,
  warnings,
  alternatives: alternatives.map(({ id, provides: names, whyNot }) => ({ id, provides: names, why_not: whyNot })),
  already_installed: alreadyInstalled,
});

/** The JSON of a planned node up to the node's own fragment. */
const NODE = '{"node":';

/**
 * Presents a plan. The nodes in it are the cached JSON fragments that lists use.
 * @throws SERVICE_UNAVAILABLE if a node of the plan was removed after the plan was made
 */
export async function presentPlan(plan: Plan, catalogue: Catalogue): Promise<JsonText> {
  const fragments = await catalogue.nodeFragments(
    plan.nodes.map(({ id }) => id),
    listedNode,
  );
  if (!fragments) throw new AppError('SERVICE_UNAVAILABLE', 'The catalogue is changing. Retry.', { retryAfter: 1 });
  // Fragments are not joined with the text after them, which would copy all of them once more.
  const parts: ListItem[] = [];
  plan.nodes.forEach((node, at) => {
    const json = `,${JSON.stringify(presentPlanned(node)).slice(1)}${at < plan.nodes.length - 1 ? `,${NODE}` : ''}`;
    parts.push(fragments[at]!, listItem(json));
  });
  const rest = JSON.stringify({
    built_in: plan.builtIn,
    missing: plan.missing.map(({ name, usedBy, suggestions }) => ({ name, used_by: usedBy, suggestions })),
    conflicts: plan.conflicts,
    python: plan.python,
    not_judged: plan.notJudged,
    complete: plan.complete,
    method: plan.method,
    revision: plan.revision,
  });
  return new JsonText(ListText.of(`{"nodes":[${parts.length > 0 ? NODE : ''}`, parts, `],${rest.slice(1)}`, ''));
}

/** The Python requirements of a plan as a constraints file. */
export const presentConstraints = (plan: Plan): PlainText => new PlainText(constraintsText(plan));
