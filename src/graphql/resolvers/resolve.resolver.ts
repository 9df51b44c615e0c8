import { Arg, Ctx, Query, Resolver } from 'type-graphql';
import type { Plan as PlanAnswer } from '../../resolve/answer.js';
import { questionOf, resolveInput } from '../../resolve/input.js';
import { parseInput } from '../../values/parse.js';
import { Asks } from '../asks.js';
import type { GraphContext } from '../context.js';
import { ResolveInput } from '../inputs/resolve.input.js';
import { Plan } from '../types/plan.type.js';

/** Plans for workflows. */
@Resolver()
export class ResolveResolver {
  @Query(() => Plan, {
    description:
      'The nodes to install for a workflow, their versions, and whether their Python requirements agree. Send workflows of more than 100,000 values to REST (`POST /resolve`).',
  })
  @Asks('public')
  resolve(
    @Ctx() { scope }: GraphContext,
    @Arg('input', () => ResolveInput, { description: 'What the plan is for.' }) input: ResolveInput,
  ): Promise<PlanAnswer> {
    const question = questionOf(parseInput(resolveInput, input), { coreNodeNames: 'coreNodeNames' });
    return scope.services.resolve.plan(question);
  }
}
