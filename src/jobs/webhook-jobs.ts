import { randomUUID } from 'node:crypto';
import { LockMode } from '@mikro-orm/core';
import type { ChangeFeed } from '../catalogue/change-feed.js';
import type { Revision } from '../catalogue/revision.js';
import type { Callbacks } from '../clients/callbacks.js';
import type { Database, SqlRunner } from '../db/database.js';
import type { Transaction } from '../db/transaction.js';
import { JOB_SCHEMA } from '../db/job-schema.js';
import { Webhook } from '../entities/webhook.js';
import { presentChange } from '../rest/presenters/change.presenter.js';
import type { JobQueue } from './job-queue.js';

const BATCH = 100;
const GIVEN_UP_AFTER_MS = 86_400_000;
const FIRST_DELAY_MS = 5000;
const LONGEST_DELAY_MS = 2 * 3_600_000;
/** So that what one write changed, and the writes beside it, are one message. */
const GATHER_MS = 20;
const LOOK_EVERY_MS = 5000;
const ERROR_LENGTH = 300;

/** Whom there is something to tell, and now. */
const DUE = `
  select w.id, w.generation from webhooks w
  where w.enabled and (w.next_attempt_at is null or w.next_attempt_at <= now())
    -- One that is being told is asked for again by whoever tells it. A second job of the same key would stand in everybody's way.
    and not exists (select 1 from ${JOB_SCHEMA}.job j where j.name = 'webhook.deliver' and j.state = 'active' and j.singleton_key = w.id::text || ':' || w.generation)
    and (w.message_id is not null
      or case when w.publisher_id is null then exists (select 1 from changes c where c.id > w.position and not c.counter)
         else exists (select 1 from changes c where c.publisher_id = w.publisher_id and c.id > w.position and not c.counter) end)`;

/** What one webhook is being sent. */
interface Message {
  readonly id: string;
  readonly url: string;
  readonly body: string;
  readonly generation: number;
}

/** Tells webhooks of changes: each in the order of the feed, one message after the other, until it was taken. */
export class WebhookJobs {
  #soon: NodeJS.Timeout | undefined;
  #look: NodeJS.Timeout | undefined;
  #announcing: Promise<void> | undefined;

  constructor(
    private readonly database: Database,
    private readonly revision: Revision,
    private readonly feed: ChangeFeed,
    private readonly callbacks: Callbacks,
    private readonly queue: () => JobQueue,
    private readonly onError: (error: unknown) => void,
  ) {}

  /** Begins to look for changes: at once when this process knows of one, and now and then for what was missed. */
  start(): void {
    this.revision.onMove(() => this.soon());
    this.#look = setInterval(() => this.soon(), LOOK_EVERY_MS);
    this.#look.unref();
    this.soon();
  }

  /** Ends looking. */
  async stop(): Promise<void> {
    clearInterval(this.#look);
    clearTimeout(this.#soon);
    this.#soon = undefined;
    this.#look = undefined;
    await this.#announcing;
  }

  /** Looks for what is to be told, in a moment. */
  soon(): void {
    if (this.#look === undefined || this.#soon !== undefined) return;
    this.#soon = setTimeout(() => {
      this.#soon = undefined;
      this.#announcing = this.#announce().catch(this.onError);
    }, GATHER_MS);
  }

  /** Waits until jobs are written for all changes that this process knows of. */
  async announced(): Promise<void> {
    while (this.#soon !== undefined) await new Promise((resolve) => setTimeout(resolve, GATHER_MS));
    await this.#announcing;
  }

  async #announce(): Promise<void> {
    const { jobRunner } = this.database;
    const due = (await jobRunner.executeSql(DUE)).rows as { id: string; generation: number }[];
    const runner: SqlRunner = {
      query: async <Row extends object>(sql: string, parameters?: readonly unknown[]) =>
        (await jobRunner.executeSql(sql, parameters && [...parameters])).rows as Row[],
    };
    for (const { id, generation } of due) await this.#ask(runner, id, generation);
    if (due.length > 0) this.queue().wake('webhook.deliver');
  }

  /** Sends one webhook what it has not taken yet, at most one message of it. */
  async deliver(id: string): Promise<void> {
    const message = await this.database.transaction((transaction) => this.#take(transaction, id));
    if (!message) return;
    let error: string | undefined;
    try {
      await this.callbacks.post(message.url, message.id, message.body, id);
    } catch (thrown) {
      error = String(thrown instanceof Error ? thrown.message : thrown).slice(0, ERROR_LENGTH);
    }
    await this.database.transaction((transaction) => this.#settle(transaction, id, message, error));
  }

  /** What is to be sent now; written down first, so that it is the same when it must be sent again. */
  async #take(transaction: Transaction, id: string): Promise<Message | undefined> {
    const webhook = await transaction.em.findOne(Webhook, { id }, { lockMode: LockMode.PESSIMISTIC_WRITE });
    if (!webhook?.enabled || (webhook.nextAttemptAt && webhook.nextAttemptAt > new Date())) return undefined;
    if (!webhook.messageId) {
      const { changes, place } = await this.feed.after(transaction, webhook.position, BATCH, webhook.publisherId);
      const last = changes.at(-1);
      if (!last) return undefined;
      webhook.messageId = `msg_${randomUUID()}`;
      webhook.messageBody = JSON.stringify({
        type: 'catalogue.changed',
        timestamp: last.at,
        data: { changes: changes.map(presentChange), next: last.cursor },
      });
      webhook.messagePosition = place;
    }
    return { id: webhook.messageId, url: webhook.url, body: webhook.messageBody!, generation: webhook.generation };
  }

  async #settle(transaction: Transaction, id: string, message: Message, error: string | undefined): Promise<void> {
    const webhook = await transaction.em.findOne(Webhook, { id }, { lockMode: LockMode.PESSIMISTIC_WRITE });
    if (webhook?.messageId !== message.id) return;
    // The address may be another one by now: what the old one said means nothing.
    if (webhook.generation !== message.generation) return;
    const at = new Date();
    if (error === undefined) {
      webhook.delivered(at);
      const { changes } = await this.feed.after(transaction, webhook.position, 1, webhook.publisherId);
      if (changes.length > 0) await this.#ask(transaction, id, webhook.generation);
      return;
    }
    const isTooLong =
      webhook.failingSince !== null &&
      webhook.failingSince !== undefined &&
      at.getTime() - webhook.failingSince.getTime() > GIVEN_UP_AFTER_MS;
    const delay = Math.min(LONGEST_DELAY_MS, FIRST_DELAY_MS * 2 ** webhook.attempts) * (0.8 + Math.random() * 0.4);
    webhook.failed(error, at, isTooLong ? null : new Date(at.getTime() + delay));
    if (!isTooLong) await this.#ask(transaction, id, webhook.generation, Math.ceil(delay / 1000));
  }

  #ask(runner: SqlRunner, webhookId: string, generation: number, after?: number): Promise<void> {
    return this.queue().send(
      runner,
      'webhook.deliver',
      { webhookId },
      { key: `${webhookId}:${generation}`, ...(after === undefined ? {} : { after }) },
    );
  }
}
