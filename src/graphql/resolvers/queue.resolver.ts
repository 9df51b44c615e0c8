import { Arg, Ctx, ID, Mutation, Query, Resolver } from 'type-graphql';
import { nodeReport, publisherTrust, queueDecisions, reportClosure } from '../../services/moderation-inputs.js';
import type { QueueItem } from '../../services/moderation-queue.service.js';
import type { ReportRecord } from '../../services/report.service.js';
import type { TrustRecord } from '../../services/trust.service.js';
import type { QueueKind } from '../../values/moderation.js';
import { parseInput } from '../../values/parse.js';
import { Requires } from '../access.js';
import type { GraphContext } from '../context.js';
import { LimitArg, PageArg, pageArguments } from '../inputs/page.js';
import {
  CloseNodeReportInput,
  DecideModerationQueueInput,
  ReportNodeInput,
  SetPublisherTrustInput,
} from '../inputs/queue.input.js';
import { QueueKindEnum } from '../types/enums.js';
import { toPage } from '../types/page.js';
import { DecisionResult, ModerationQueuePage, NodeReport, PublisherTrust } from '../types/queue.type.js';

const QUEUE_LIMIT_MAX = 50;

const toItem = ({ checks, isTrusted, ...item }: QueueItem) => ({
  ...item,
  trusted: item.publisher && isTrusted,
  findings: checks && checks.findings,
  approvedVersion: checks && checks.approvedVersion,
  removedFindings: checks && checks.removed,
});

const toTrust = ({ publisher, trustedAt }: TrustRecord) => ({ publisher, trusted: trustedAt !== null, trustedAt });

/** The moderators' queue, reports of nodes, and trust in publishers. */
@Resolver()
export class QueueResolver {
  @Query(() => ModerationQueuePage, {
    nullable: true,
    description:
      'A page of held versions, users who wait for approval, and open reports, oldest first; on request, of versions with warnings. Requires the admin role.',
  })
  @Requires('queue.read')
  async moderationQueue(
    @Ctx() { scope }: GraphContext,
    @PageArg() page: number | null,
    @LimitArg('Items', 50) limit: number | null,
    @Arg('kinds', () => [QueueKindEnum], {
      nullable: true,
      description: 'Only items of these kinds. Defaults to all except `warning`.',
    })
    kinds?: QueueKind[] | null,
  ) {
    const viewer = await scope.viewer();
    const asked = pageArguments(page, limit, QUEUE_LIMIT_MAX);
    const found = await scope.services.queue.list(viewer, asked, kinds && kinds.length > 0 ? kinds : undefined);
    return toPage({ ...found, items: found.items.map(toItem) });
  }

  @Mutation(() => [DecisionResult], {
    description:
      'Approves or rejects versions that are held or have warnings, and users who wait for approval, each in its own transaction, and returns a result for each item, in order. Requires the admin role.',
  })
  @Requires('queue.decide')
  async decideModerationQueue(
    @Ctx() { scope }: GraphContext,
    @Arg('input', () => DecideModerationQueueInput, { description: 'The decision.' })
    input: DecideModerationQueueInput,
  ) {
    const results = await scope.services.decisions.decide(await scope.actor(), parseInput(queueDecisions, input));
    return results.map(({ kind, id, error }) => ({
      subjectKind: kind,
      subjectId: id,
      error: error?.code ?? null,
      message: error?.message ?? null,
    }));
  }

  @Mutation(() => NodeReport, {
    description:
      'Reports a node to the moderators. A user can have one open report of a node; reporting it again replaces the text. Requires a signed-in user.',
  })
  @Requires(['report.create', 'node.read'])
  async reportNode(
    @Ctx() { scope }: GraphContext,
    @Arg('nodeId', () => ID, { description: 'Id of the node.' }) nodeId: string,
    @Arg('input', () => ReportNodeInput, { description: 'The report.' }) input: ReportNodeInput,
  ): Promise<ReportRecord> {
    return scope.services.reports.create(await scope.actor(), nodeId, parseInput(nodeReport, input));
  }

  @Mutation(() => NodeReport, {
    description: 'Closes a report as `resolved` or `dismissed`. Requires the admin role.',
  })
  @Requires('report.close')
  async closeNodeReport(
    @Ctx() { scope }: GraphContext,
    @Arg('reportId', () => ID, { description: 'Id of the report.' }) id: string,
    @Arg('input', () => CloseNodeReportInput, { description: 'State and note.' }) input: CloseNodeReportInput,
  ): Promise<ReportRecord> {
    return scope.services.reports.close(await scope.actor(), id, parseInput(reportClosure, input));
  }

  @Query(() => PublisherTrust, {
    nullable: true,
    description: 'Trust in a publisher. Requires the admin role.',
  })
  @Requires('publisher.trust')
  async publisherTrust(
    @Ctx() { scope }: GraphContext,
    @Arg('publisherId', () => ID, { description: 'Id of the publisher.' }) id: string,
  ) {
    return toTrust(await scope.services.trust.get(await scope.viewer(), id));
  }

  @Mutation(() => PublisherTrust, {
    description:
      'Sets or ends the trust in a publisher. Findings never hold the versions of a trusted publisher. Requires the admin role.',
  })
  @Requires('publisher.trust')
  async setPublisherTrust(
    @Ctx() { scope }: GraphContext,
    @Arg('publisherId', () => ID, { description: 'Id of the publisher.' }) id: string,
    @Arg('input', () => SetPublisherTrustInput, { description: 'Trust and reason.' }) input: SetPublisherTrustInput,
  ) {
    const { trusted, reason } = parseInput(publisherTrust, input);
    return toTrust(await scope.services.trust.set(await scope.actor(), id, trusted, reason ?? undefined));
  }
}
