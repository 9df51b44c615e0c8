import { Arg, Ctx, Query, Resolver } from 'type-graphql';
import type { Plan as PlanAnswer } from '../../resolve/answer.js';
import { assertWorkflowSize, questionOf, resolveInput } from '../../resolve/input.js';
import { parseInput } from '../../values/parse.js';
import { Requires } from '../access.js';
import type { GraphContext } from '../context.js';
import { ResolveInput } from '../inputs/resolve.input.js';
import { Plan } from '../types/plan.type.js';

/** Renames the id of a node to `nodeId`, because caching clients would treat an object with `id` as an entity. */
const toNodeId = <T extends { readonly node: string }>({ node, ...rest }: T) => ({ ...rest, nodeId: node });

const toPlan = ({ nodes, missing, conflicts, notJudged, ...plan }: PlanAnswer) => ({
  ...plan,
  nodes: nodes.map(({ alternatives, ...node }) => ({
    ...node,
    alternatives: alternatives.map(({ id, ...alternative }) => ({ ...alternative, nodeId: id })),
  })),
  missing: missing.map(({ suggestions, ...name }) => ({ ...name, suggestions: suggestions.map(toNodeId) })),
  conflicts: conflicts.map(({ requirements, ...conflict }) => ({
    ...conflict,
    requirements: requirements.map(toNodeId),
  })),
  notJudged: notJudged.map(toNodeId),
});

/** Plans for workflows. */
@Resolver()
export class ResolveResolver {
  @Query(() => Plan, {
    nullable: true,
    description: 'The nodes to install for a workflow, their versions, and whether their Python requirements agree.',
  })
  @Requires('public')
  async resolve(
    @Ctx() { scope }: GraphContext,
    @Arg('input', () => ResolveInput, {
      description: 'Names and nodes that the plan must provide, and the installation it is for.',
    })
    input: ResolveInput,
  ) {
    assertWorkflowSize(input.workflow);
    const question = questionOf(parseInput(resolveInput, input), { coreNodeNames: 'coreNodeNames' });
    return toPlan(await scope.services.resolve.plan(question));
  }
}
