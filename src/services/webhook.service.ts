import { randomUUID } from 'node:crypto';
import { LockMode } from '@mikro-orm/core';
import type { Catalogue } from '../catalogue/catalogue.js';
import type { Database } from '../db/database.js';
import { Webhook } from '../entities/webhook.js';
import { AppError, invalidInput, notFound } from '../errors/app-error.js';
import { assertCan } from '../policy/authorize.js';
import type { Viewer } from '../policy/viewer.js';
import type { Settings } from '../settings.js';
import { leadsInside } from '../values/private-address.js';
import { isUuid } from '../values/uuid.js';
import type { NewWebhook, WebhookFields } from './inputs.js';
import { lockPublisher, standingIn } from './standing.js';
import type { Actor, Write, Writer } from './write.js';

/** What may be told of a webhook; times are ISO 8601. */
export interface WebhookRecord {
  readonly id: string;
  /** Whose changes it is told of; null for all. */
  readonly publisherId: string | null;
  readonly url: string;
  readonly description: string | null;
  readonly enabled: boolean;
  /** The place in the changes feed up to which everything was taken. */
  readonly cursor: string;
  readonly deliveredAt: string | null;
  readonly failingSince: string | null;
  readonly nextAttemptAt: string | null;
  readonly lastError: string | null;
  readonly createdAt: string;
}

const PER_PUBLISHER = 10;
const FOR_ALL = 50;

/** Webhooks: addresses that are told of changes, one publisher's or all. */
export class WebhookService {
  constructor(
    private readonly database: Database,
    private readonly writer: Writer,
    private readonly catalogue: Catalogue,
    private readonly settings: Settings,
    /** The secret that messages to a webhook are signed with. */
    private readonly secretOf: (webhookId: string) => string,
    /** Looks for what is to be told, at once. */
    private readonly announce: () => void,
  ) {}

  /**
   * Creates a webhook: of a publisher, as its owners may, or of all changes, as admins may.
   * @param publisherId whose changes; undefined for all
   * @returns its record and its secret
   * @throws PUBLISHER_NOT_FOUND, FORBIDDEN, INVALID_INPUT for an address that must not be called or a foreign cursor,
   *   QUOTA_REACHED
   */
  async create(
    actor: Actor,
    publisherId: string | undefined,
    { url, description, since }: NewWebhook,
  ): Promise<{ record: WebhookRecord; secret: string }> {
    const record = await this.writer.run(actor, async (write) => {
      await this.#lock(write, publisherId);
      this.#assertCallable(url);
      const most = publisherId === undefined ? FOR_ALL : PER_PUBLISHER;
      if ((await write.em.count(Webhook, { publisherId: publisherId ?? null })) >= most)
        throw new AppError(
          'QUOTA_REACHED',
          `There are ${most} webhooks here, the most there may be; delete one first.`,
        );
      const [last] = await write.query<{ place: number }>('select coalesce(max(id), 0)::float8 as place from changes');
      const webhook = write.em.create(
        Webhook,
        {
          id: randomUUID(),
          publisherId: publisherId ?? null,
          url,
          description: description ?? null,
          enabled: true,
          generation: 1,
          position: since ? Math.min(this.catalogue.changeFeed.place(since), last!.place) : last!.place,
          attempts: 0,
          createdAt: write.at,
          updatedAt: write.at,
        },
        { persist: true },
      );
      write.showsSecret = true;
      note(write, webhook, 'create');
      return this.#record(webhook);
    });
    this.announce();
    return { record, secret: this.secretOf(record.id) };
  }

  /**
   * Changes a webhook, or has it called again that was given up: it goes on where it stood.
   * @throws PUBLISHER_NOT_FOUND, FORBIDDEN, WEBHOOK_NOT_FOUND, INVALID_INPUT for an address that must not be called
   */
  async update(
    actor: Actor,
    publisherId: string | undefined,
    id: string,
    { url, description, enabled }: WebhookFields,
  ): Promise<WebhookRecord> {
    const record = await this.writer.run(actor, async (write) => {
      await this.#lock(write, publisherId);
      if (url !== undefined) this.#assertCallable(url);
      const webhook = await this.#find(write, publisherId, id);
      if (url !== undefined) webhook.url = url;
      if (description !== undefined) webhook.description = description;
      if (enabled !== undefined) webhook.enabled = enabled;
      webhook.beginAnew(write.at);
      note(write, webhook, 'update');
      return this.#record(webhook);
    });
    this.announce();
    return record;
  }

  /**
   * Deletes a webhook; what it has not taken yet it is not told any more.
   * @returns what it was
   * @throws PUBLISHER_NOT_FOUND, FORBIDDEN, WEBHOOK_NOT_FOUND
   */
  async delete(actor: Actor, publisherId: string | undefined, id: string): Promise<WebhookRecord> {
    return this.writer.run(actor, async (write) => {
      await this.#lock(write, publisherId);
      const webhook = await this.#find(write, publisherId, id);
      write.em.remove(webhook);
      note(write, webhook, 'delete');
      return this.#record(webhook);
    });
  }

  /**
   * The webhooks of a publisher, for its owners, or those of all changes, for admins; oldest first.
   * @throws PUBLISHER_NOT_FOUND, FORBIDDEN
   */
  async list(viewer: Viewer, publisherId: string | undefined): Promise<WebhookRecord[]> {
    if (publisherId === undefined) {
      assertCan(viewer, 'webhook.manageAll', undefined);
    } else {
      const publisher = await this.catalogue.publishers.one(publisherId);
      if (!publisher) throw notFound('publisher', publisherId);
      assertCan(viewer, 'webhook.manage', await standingIn(this.database, viewer, publisher));
    }
    return this.database.transaction(async ({ em }) =>
      (await em.find(Webhook, { publisherId: publisherId ?? null }, { orderBy: { createdAt: 'asc', id: 'asc' } })).map(
        (webhook) => this.#record(webhook),
      ),
    );
  }

  async #lock(write: Write, publisherId: string | undefined): Promise<void> {
    const { viewer } = write.actor;
    if (publisherId === undefined) {
      assertCan(viewer, 'webhook.manageAll', undefined);
      return;
    }
    const { standing } = await lockPublisher(write, publisherId);
    assertCan(viewer, 'webhook.manage', standing);
  }

  async #find(write: Write, publisherId: string | undefined, id: string): Promise<Webhook> {
    const webhook = isUuid(id)
      ? await write.em.findOne(
          Webhook,
          { id, publisherId: publisherId ?? null },
          { lockMode: LockMode.PESSIMISTIC_WRITE },
        )
      : null;
    if (!webhook) throw notFound('webhook', id);
    return webhook;
  }

  #assertCallable(url: string): void {
    if (leadsInside(new URL(url), this.settings.CALLBACK_EXEMPT_HOSTS))
      throw invalidInput(['url: must not lead to a loopback, private, link-local or metadata address']);
  }

  #record(webhook: Webhook): WebhookRecord {
    const time = (at: Date | null | undefined): string | null => at?.toISOString() ?? null;
    return {
      id: webhook.id,
      publisherId: webhook.publisherId ?? null,
      url: webhook.url,
      description: webhook.description ?? null,
      enabled: webhook.enabled,
      cursor: this.catalogue.changeFeed.cursor(webhook.position),
      deliveredAt: time(webhook.deliveredAt),
      failingSince: time(webhook.failingSince),
      nextAttemptAt: time(webhook.nextAttemptAt),
      lastError: webhook.lastError ?? null,
      createdAt: webhook.createdAt.toISOString(),
    };
  }
}

/** The rest of an address may be a secret: only its host is noted. */
function note(write: Write, webhook: Webhook, verb: 'create' | 'update' | 'delete'): void {
  write.audit({
    action: `webhook.${verb}`,
    subjectKind: 'webhook',
    subjectId: webhook.id,
    publisherId: webhook.publisherId ?? undefined,
    after: { host: new URL(webhook.url).host, enabled: webhook.enabled },
  });
}
