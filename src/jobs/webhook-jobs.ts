import { randomUUID } from 'node:crypto';
import { LockMode } from '@mikro-orm/core';
import type { ChangeFeed, ChangeRecord } from '../catalogue/change-feed.js';
import type { Revision } from '../catalogue/revision.js';
import type { Callbacks } from '../clients/callbacks.js';
import type { Database, SqlRunner } from '../db/database.js';
import type { Transaction } from '../db/transaction.js';
import { JOB_SCHEMA } from '../db/job-schema.js';
import { Webhook } from '../entities/webhook.js';
import { accountOf } from '../services/account.js';
import type { JobQueue } from './job-queue.js';

const BATCH = 100;
const DISABLED_AFTER_MS = 86_400_000;
const FIRST_DELAY_MS = 5000;
const LONGEST_DELAY_MS = 2 * 3_600_000;
/** Debounce time, so that the changes of concurrent writes become one message. */
const DEBOUNCE_MS = 20;
const POLL_EVERY_MS = 5000;
const ERROR_LENGTH = 300;

/** SQL that selects the webhooks to deliver to: those with pending changes whose next attempt is due. */
const DUE = `
  select w.id, w.generation, w.attempts, w.publisher_id, w.url from webhooks w
  where w.enabled and (w.next_attempt_at is null or w.next_attempt_at <= now())
    -- Not those with an active job: the job itself enqueues the next one. A second job with the same key would block the queue.
    and not exists (select 1 from ${JOB_SCHEMA}.job j where j.name in ('webhook.deliver', 'webhook.retry') and j.state = 'active' and j.singleton_key = w.id::text || ':' || w.generation)
    and (w.message_id is not null
      or case when w.publisher_id is null then exists (select 1 from changes c where c.id > w.position and not c.counter)
         else exists (select 1 from changes c where c.publisher_id = w.publisher_id and c.id > w.position and not c.counter) end)`;

/** The message that is being sent to a webhook. */
interface Message {
  readonly id: string;
  readonly url: string;
  readonly body: string;
  /** The name of the secret that signs it. */
  readonly secretName: string;
  readonly generation: number;
}

/** The properties of a webhook that are needed to enqueue its job. */
type Deliverable = Pick<Webhook, 'id' | 'generation' | 'attempts' | 'publisherId' | 'url'>;

type DueRow = Omit<Deliverable, 'publisherId'> & { readonly publisher_id: string | null };

/**
 * Delivers changes to webhooks in the order of the feed. A webhook gets its next message only after the previous one.
 */
export class WebhookJobs {
  #soon: NodeJS.Timeout | undefined;
  #polling: NodeJS.Timeout | undefined;
  #announcing: Promise<void> | undefined;

  constructor(
    private readonly database: Database,
    private readonly revision: Revision,
    private readonly feed: ChangeFeed,
    private readonly callbacks: Callbacks,
    private readonly queue: () => JobQueue,
    /** The form of a change in a message. */
    private readonly present: (change: ChangeRecord) => object,
    private readonly onError: (error: unknown) => void,
  ) {}

  /** Starts delivery: at once when this process learns of a change, and by polling in case it missed one. */
  start(): void {
    this.revision.onMove(() => this.soon());
    this.#polling = setInterval(() => this.soon(), POLL_EVERY_MS);
    this.#polling.unref();
    this.soon();
  }

  /** Stops delivery. */
  async stop(): Promise<void> {
    clearInterval(this.#polling);
    clearTimeout(this.#soon);
    this.#soon = undefined;
    this.#polling = undefined;
    await this.#announcing;
  }

  /** Schedules a check for pending changes. */
  soon(): void {
    if (this.#polling === undefined || this.#soon !== undefined) return;
    this.#soon = setTimeout(() => {
      this.#soon = undefined;
      this.#announcing = this.#enqueueDue().catch(this.onError);
    }, DEBOUNCE_MS);
  }

  /** Waits until jobs are enqueued for all changes that this process has learned of. */
  async announced(): Promise<void> {
    while (this.#soon !== undefined) await new Promise((resolve) => setTimeout(resolve, DEBOUNCE_MS));
    await this.#announcing;
  }

  async #enqueueDue(): Promise<void> {
    const { jobRunner } = this.database;
    const due = (await jobRunner.executeSql(DUE)).rows as unknown as DueRow[];
    const runner: SqlRunner = {
      query: async <Row extends object>(sql: string, parameters?: readonly unknown[]) =>
        (await jobRunner.executeSql(sql, parameters && [...parameters])).rows as Row[],
    };
    for (const { publisher_id: publisherId, ...webhook } of due)
      await this.#enqueue(runner, { ...webhook, publisherId });
    if (due.length > 0) for (const kind of ['webhook.deliver', 'webhook.retry'] as const) this.queue().wake(kind);
  }

  /** Sends a webhook its next message, if it has pending changes. */
  async deliver(id: string): Promise<void> {
    const message = await this.database.transaction((transaction) => this.#prepare(transaction, id));
    if (!message) return;
    let error: string | undefined;
    try {
      await this.callbacks.post(message.url, message.id, message.body, message.secretName);
    } catch (thrown) {
      error = String(thrown instanceof Error ? thrown.message : thrown).slice(0, ERROR_LENGTH);
    }
    await this.database.transaction((transaction) => this.#settle(transaction, id, message, error));
  }

  /** Returns the message to send, after storing it, so that a retry sends the same message. */
  async #prepare(transaction: Transaction, id: string): Promise<Message | undefined> {
    const webhook = await transaction.em.findOne(Webhook, { id }, { lockMode: LockMode.PESSIMISTIC_WRITE });
    if (!webhook?.enabled || (webhook.nextAttemptAt && webhook.nextAttemptAt > new Date())) return undefined;
    if (!webhook.messageId) {
      const { changes, position } = await this.feed.after(transaction, webhook.position, BATCH, webhook.publisherId);
      const last = changes.at(-1);
      if (!last) return undefined;
      webhook.messageId = `msg_${randomUUID()}`;
      webhook.messageBody = JSON.stringify({
        type: 'catalogue.changed',
        timestamp: last.at,
        data: { changes: changes.map(this.present), next: last.cursor },
      });
      webhook.messagePosition = position;
    }
    const { messageId, url, messageBody, generation } = webhook;
    return { id: messageId, url, body: messageBody!, secretName: webhook.secretName(), generation };
  }

  async #settle(transaction: Transaction, id: string, message: Message, error: string | undefined): Promise<void> {
    const webhook = await transaction.em.findOne(Webhook, { id }, { lockMode: LockMode.PESSIMISTIC_WRITE });
    if (webhook?.messageId !== message.id) return;
    // The webhook was changed during the delivery, perhaps its URL, so the result no longer applies.
    if (webhook.generation !== message.generation) return;
    const at = new Date();
    if (error === undefined) {
      webhook.delivered(at);
      const { changes } = await this.feed.after(transaction, webhook.position, 1, webhook.publisherId);
      if (changes.length > 0) await this.#enqueue(transaction, webhook);
      return;
    }
    const isTooLong =
      webhook.failingSince !== null &&
      webhook.failingSince !== undefined &&
      at.getTime() - webhook.failingSince.getTime() > DISABLED_AFTER_MS;
    const delay = Math.min(LONGEST_DELAY_MS, FIRST_DELAY_MS * 2 ** webhook.attempts) * (0.8 + Math.random() * 0.4);
    webhook.failed(error, at, isTooLong ? null : new Date(at.getTime() + delay));
    if (!isTooLong) await this.#enqueue(transaction, webhook, Math.ceil(delay / 1000));
  }

  /**
   * Enqueues a delivery. An account has at most one running delivery per process, and webhooks whose last delivery
   * failed have their own workers, so that receivers that don't respond do not delay others.
   */
  async #enqueue(runner: SqlRunner, webhook: Deliverable, after?: number): Promise<void> {
    const { id, generation, attempts, publisherId, url } = webhook;
    const group = publisherId ? await accountOf(runner, publisherId) : `host ${new URL(url).host}`;
    await this.queue().send(
      runner,
      attempts > 0 ? 'webhook.retry' : 'webhook.deliver',
      { webhookId: id },
      { key: `${id}:${generation}`, group, ...(after === undefined ? {} : { after }) },
    );
  }
}
