import { randomUUID } from 'node:crypto';
import { LockMode } from '@mikro-orm/core';
import type { Catalogue } from '../catalogue/catalogue.js';
import type { Database } from '../db/database.js';
import { Webhook } from '../entities/webhook.js';
import { AppError, invalidInput, notFound } from '../errors/app-error.js';
import { assertCan } from '../policy/authorize.js';
import { userIdOf, type Viewer } from '../policy/viewer.js';
import type { Settings } from '../settings.js';
import { isPrivateUrl } from '../values/private-address.js';
import { isUuid } from '../values/uuid.js';
import type { NewWebhook, WebhookFields } from './inputs.js';
import { lockPublisher, standingIn } from './standing.js';
import { auditWebhook } from './webhook-audit.js';
import type { Actor, Write, Writer } from './write.js';

/** A webhook without its secret. Times are ISO 8601. */
export interface WebhookRecord {
  readonly id: string;
  /** The publisher whose changes the webhook receives; `null` if it receives all changes. */
  readonly publisherId: string | null;
  readonly url: string;
  readonly description: string | null;
  readonly enabled: boolean;
  /** True if the secret replaced an earlier one and has not been shown yet. */
  readonly secretUnread: boolean;
  /** The cursor in the changes feed up to which all changes are delivered. */
  readonly cursor: string;
  readonly deliveredAt: string | null;
  readonly failingSince: string | null;
  readonly nextAttemptAt: string | null;
  readonly lastError: string | null;
  readonly createdAt: string;
}

const PER_PUBLISHER = 10;
const FOR_ALL = 50;

/** Manages webhooks: URLs that receive the changes of one publisher or of all. */
export class WebhookService {
  constructor(
    private readonly database: Database,
    private readonly writer: Writer,
    private readonly catalogue: Catalogue,
    private readonly settings: Settings,
    /** Returns the secret with this name, which signs the messages to a webhook. */
    private readonly secretOf: (secretName: string) => string,
    /** Wakes the workers for pending deliveries. */
    private readonly announce: () => void,
  ) {}

  /**
   * Creates a webhook. Requires the owner role of the publisher, or the admin role for all changes.
   * @param publisherId the publisher whose changes the webhook receives; `undefined` for all changes
   * @returns the record and the secret
   * @throws PUBLISHER_NOT_FOUND, FORBIDDEN, INVALID_INPUT for a URL that must not be called or an invalid cursor,
   *   QUOTA_REACHED
   */
  async create(
    actor: Actor,
    publisherId: string | undefined,
    { url, description, since }: NewWebhook,
  ): Promise<{ record: WebhookRecord; secret: string }> {
    const created = await this.writer.run(actor, async (write) => {
      await this.#lock(write, publisherId);
      this.#assertCallable(url);
      const most = publisherId === undefined ? FOR_ALL : PER_PUBLISHER;
      if ((await write.em.count(Webhook, { publisherId: publisherId ?? null })) >= most)
        throw new AppError(
          'QUOTA_REACHED',
          `There are ${most} webhooks already, which is the limit. Delete one first.`,
        );
      const [last] = await write.query<{ position: number }>(
        'select coalesce(max(id), 0)::float8 as position from changes',
      );
      const webhook = write.em.create(
        Webhook,
        {
          id: randomUUID(),
          publisherId: publisherId ?? null,
          url,
          description: description ?? null,
          enabled: true,
          secretSeenBy: userIdOf(actor.viewer) ?? null,
          generation: 1,
          position: since ? Math.min(this.catalogue.changeFeed.positionOf(since), last!.position) : last!.position,
          attempts: 0,
          createdAt: write.at,
          updatedAt: write.at,
        },
        { persist: true },
      );
      write.showsSecret = true;
      auditWebhook(write, webhook, 'create');
      return this.#withSecret(webhook);
    });
    this.announce();
    return created;
  }

  /**
   * Changes a webhook. A failed delivery is retried at once, from the webhook's cursor.
   * @throws PUBLISHER_NOT_FOUND, FORBIDDEN, WEBHOOK_NOT_FOUND, INVALID_INPUT for a URL that must not be called
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
      webhook.resetRetries(write.at);
      auditWebhook(write, webhook, 'update');
      return this.#record(webhook);
    });
    this.announce();
    return record;
  }

  /**
   * Replaces the secret of a webhook. The old one is invalid from the next delivery.
   * @returns the record and the new secret
   * @throws PUBLISHER_NOT_FOUND, FORBIDDEN, WEBHOOK_NOT_FOUND
   */
  async rotateSecret(
    actor: Actor,
    publisherId: string | undefined,
    id: string,
  ): Promise<{ record: WebhookRecord; secret: string }> {
    return this.writer.run(actor, async (write) => {
      await this.#lock(write, publisherId);
      const webhook = await this.#find(write, publisherId, id);
      webhook.replaceSecret(userIdOf(actor.viewer) ?? null, write.at);
      write.showsSecret = true;
      auditWebhook(write, webhook, 'rotateSecret');
      return this.#withSecret(webhook);
    });
  }

  /**
   * Deletes a webhook. Undelivered changes are not sent any more.
   * @returns the webhook before its deletion
   * @throws PUBLISHER_NOT_FOUND, FORBIDDEN, WEBHOOK_NOT_FOUND
   */
  async delete(actor: Actor, publisherId: string | undefined, id: string): Promise<WebhookRecord> {
    return this.writer.run(actor, async (write) => {
      await this.#lock(write, publisherId);
      const webhook = await this.#find(write, publisherId, id);
      write.em.remove(webhook);
      auditWebhook(write, webhook, 'delete');
      return this.#record(webhook);
    });
  }

  /**
   * Lists webhooks, oldest first. Requires the owner role of the publisher, or the admin role for all changes.
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
    if (isPrivateUrl(new URL(url), this.settings.CALLBACK_EXEMPT_HOSTS))
      throw invalidInput(['url: must not lead to a loopback, private, link-local or metadata address']);
  }

  #withSecret(webhook: Webhook): { record: WebhookRecord; secret: string } {
    return { record: this.#record(webhook), secret: this.secretOf(webhook.secretName()) };
  }

  #record(webhook: Webhook): WebhookRecord {
    const time = (at: Date | null | undefined): string | null => at?.toISOString() ?? null;
    return {
      id: webhook.id,
      publisherId: webhook.publisherId ?? null,
      url: webhook.url,
      description: webhook.description ?? null,
      enabled: webhook.enabled,
      secretUnread: webhook.secretVersion > 0 && !webhook.secretSeenBy,
      cursor: this.catalogue.changeFeed.cursor(webhook.position),
      deliveredAt: time(webhook.deliveredAt),
      failingSince: time(webhook.failingSince),
      nextAttemptAt: time(webhook.nextAttemptAt),
      lastError: webhook.lastError ?? null,
      createdAt: webhook.createdAt.toISOString(),
    };
  }
}
