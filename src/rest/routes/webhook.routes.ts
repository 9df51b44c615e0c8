import type { Action } from '../../policy/actions.js';
import { newWebhook, webhookFields } from '../../services/inputs.js';
import { endpoint } from '../endpoint.js';
import { presentWebhook } from '../presenters/webhook.presenter.js';
import { createdWebhook, webhook, webhookList } from '../schemas.js';
import { wireInput } from '../wire.js';

const ERRORS = { 400: 'E', 401: 'E', 403: 'E', 404: 'E', 500: 'E' } as const;
const COMMON = { tag: 'Webhooks', auth: 'bearer', errors: ERRORS, otherErrors: 'E' } as const;

/** The four operations at one place: a publisher's webhooks, or those that are told of everything. */
const routesAt = (path: string, kind: 'Publisher' | 'Admin', action: Action, whose: string) => [
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
  }),
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
  }),
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
  }),
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
  }),
];

/** Who is told of changes. */
export const webhookRoutes = [
  ...routesAt('/publishers/{publisherId}/webhooks', 'Publisher', 'webhook.manage', 'a publisher’s'),
  ...routesAt('/admin/webhooks', 'Admin', 'webhook.manageAll', 'all'),
];
