import type { Action } from '../../policy/actions.js';
import { newWebhook, webhookFields } from '../../services/inputs.js';
import { endpoint } from '../endpoint.js';
import { presentWebhook } from '../presenters/webhook.presenter.js';
import { createdWebhook, webhook, webhookList } from '../schemas/webhook.schema.js';
import { wireInput } from '../wire.js';

const ERRORS = { 400: 'E', 401: 'E', 403: 'E', 404: 'E', 500: 'E' } as const;
const COMMON = { tag: 'Webhooks', auth: 'bearer', errors: ERRORS, otherErrors: 'E' } as const;

/** Where webhooks are managed: those of one publisher, or those for all changes. */
interface Owner {
  readonly path: string;
  readonly kind: 'Publisher' | 'Admin';
  readonly action: Action;
  /** Whose changes they receive, in summaries. */
  readonly whose: string;
}

const listRoute = ({ path, kind, action, whose }: Owner) =>
  endpoint({
    ...COMMON,
    action,
    method: 'get',
    path,
    operationId: `list${kind}Webhooks`,
    summary: `Lists the webhooks that are told of ${whose} changes`,
    success: { status: 200, description: 'The webhooks, oldest first', schema: webhookList },
    handle: async (scope, input) =>
      (await scope.services.webhooks.list(await scope.viewer(), input.path['publisherId'])).map(presentWebhook),
  });

const createRoute = ({ path, kind, action, whose }: Owner) =>
  endpoint({
    ...COMMON,
    action,
    method: 'post',
    path,
    operationId: `create${kind}Webhook`,
    summary: `Has an address told of ${whose} changes, signed and retried, and shows the secret once`,
    body: wireInput(newWebhook),
    success: { status: 201, description: 'The webhook', schema: createdWebhook },
    handle: async (scope, input) => {
      const { record, secret } = await scope.services.webhooks.create(
        await scope.actor(),
        input.path['publisherId'],
        input.body,
      );
      return { ...presentWebhook(record), secret };
    },
  });

const updateRoute = ({ path, kind, action }: Owner) =>
  endpoint({
    ...COMMON,
    action,
    method: 'put',
    path: `${path}/{webhookId}`,
    operationId: `update${kind}Webhook`,
    summary: 'Changes a webhook, or has one called again that was given up; it goes on where it stood',
    body: wireInput(webhookFields),
    success: { status: 200, description: 'The webhook', schema: webhook },
    handle: async (scope, input) =>
      presentWebhook(
        await scope.services.webhooks.update(
          await scope.actor(),
          input.path['publisherId'],
          input.path['webhookId']!,
          input.body,
        ),
      ),
  });

const deleteRoute = ({ path, kind, action }: Owner) =>
  endpoint({
    ...COMMON,
    action,
    method: 'delete',
    path: `${path}/{webhookId}`,
    operationId: `delete${kind}Webhook`,
    summary: 'Deletes a webhook',
    success: { status: 204, description: 'It is deleted' },
    errors: { 401: 'E', 403: 'E', 404: 'E', 500: 'E' },
    handle: async (scope, input) =>
      void (await scope.services.webhooks.delete(
        await scope.actor(),
        input.path['publisherId'],
        input.path['webhookId']!,
      )),
  });

const routesOf = (owner: Owner) => [listRoute(owner), createRoute(owner), updateRoute(owner), deleteRoute(owner)];

/** Webhooks, which receive the changes of one publisher or of all. */
export const webhookRoutes = [
  ...routesOf({
    path: '/publishers/{publisherId}/webhooks',
    kind: 'Publisher',
    action: 'webhook.manage',
    whose: 'a publisher’s',
  }),
  ...routesOf({ path: '/admin/webhooks', kind: 'Admin', action: 'webhook.manageAll', whose: 'all' }),
];
