import type { Action } from '../../policy/actions.js';
import { newWebhook, webhookFields } from '../../services/inputs.js';
import { endpoint } from '../endpoint.js';
import { presentWebhook } from '../presenters/webhook.presenter.js';
import { createdWebhook, webhook, webhookList } from '../schemas/webhook.schema.js';
import { wireInput } from '../wire.js';

const ERRORS = { 400: 'E', 401: 'E', 403: 'E', 404: 'E', 500: 'E' } as const;
const COMMON = { tag: 'Webhooks', auth: 'bearer', errors: ERRORS, otherErrors: 'E' } as const;

/** The owner of webhooks: one publisher, or the registry for webhooks that receive all changes. */
interface Owner {
  readonly path: string;
  readonly kind: 'Publisher' | 'Admin';
  readonly action: Action;
  /** Describes whose changes the webhooks receive, in summaries. */
  readonly whose: string;
}

const listRoute = ({ path, kind, action, whose }: Owner) =>
  endpoint({
    ...COMMON,
    action,
    method: 'get',
    path,
    operationId: `list${kind}Webhooks`,
    summary: `List the webhooks that receive ${whose} changes`,
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
    summary: `Create a webhook that receives ${whose} changes. Only this response contains the signing secret`,
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
    summary: 'Update a webhook and reset its retries. Delivery continues after the last delivered change',
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

const rotateRoute = ({ path, kind, action }: Owner) =>
  endpoint({
    ...COMMON,
    action,
    method: 'post',
    path: `${path}/{webhookId}/rotate-secret`,
    operationId: `rotate${kind}WebhookSecret`,
    summary: 'Replace the signing secret of a webhook. Only this response contains the new one',
    success: { status: 200, description: 'The webhook with its new secret', schema: createdWebhook },
    errors: { 401: 'E', 403: 'E', 404: 'E', 500: 'E' },
    handle: async (scope, input) => {
      const { record, secret } = await scope.services.webhooks.rotateSecret(
        await scope.actor(),
        input.path['publisherId'],
        input.path['webhookId']!,
      );
      return { ...presentWebhook(record), secret };
    },
  });

const deleteRoute = ({ path, kind, action }: Owner) =>
  endpoint({
    ...COMMON,
    action,
    method: 'delete',
    path: `${path}/{webhookId}`,
    operationId: `delete${kind}Webhook`,
    summary: 'Delete a webhook',
    success: { status: 204, description: 'The webhook was deleted' },
    errors: { 401: 'E', 403: 'E', 404: 'E', 500: 'E' },
    handle: async (scope, input) =>
      void (await scope.services.webhooks.delete(
        await scope.actor(),
        input.path['publisherId'],
        input.path['webhookId']!,
      )),
  });

const routesOf = (owner: Owner) => [
  listRoute(owner),
  createRoute(owner),
  updateRoute(owner),
  rotateRoute(owner),
  deleteRoute(owner),
];

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
