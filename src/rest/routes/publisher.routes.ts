import type { PublisherRecord } from '../../catalogue/records.js';
import type { Scope } from '../../request/scope.js';
import { newPublisher, publisherFields } from '../../services/inputs.js';
import { endpoint } from '../endpoint.js';
import { presentPublisher } from '../presenters/publisher.presenter.js';
import { publisher } from '../schemas/publisher.schema.js';
import { wireInput } from '../wire.js';

async function withMembers(scope: Scope, record: PublisherRecord) {
  return presentPublisher(record, await scope.loaders.members.load(record.id));
}

const createPublisher = endpoint({
  method: 'post',
  path: '/publishers',
  operationId: 'createPublisher',
  summary: 'Create a publisher with the caller as its owner',
  tag: 'Publishers',
  auth: 'bearer',
  action: 'publisher.create',
  body: wireInput(newPublisher),
  success: { status: 201, description: 'The publisher', schema: publisher },
  errors: { 400: 'E', 401: 'E', 403: 'E', 500: 'E' },
  otherErrors: 'E',
  handle: async (scope, { body }) =>
    withMembers(scope, await scope.services.publishers.create(await scope.actor(), body)),
});

const updatePublisher = endpoint({
  method: 'put',
  path: '/publishers/{publisherId}',
  operationId: 'updatePublisher',
  summary: 'Update a publisher. Absent fields stay unchanged; null or "" clears a field',
  tag: 'Publishers',
  auth: 'bearer',
  action: 'publisher.update',
  conditional: true,
  body: wireInput(publisherFields),
  success: { status: 200, description: 'The publisher', schema: publisher },
  errors: { 400: 'E', 401: 'E', 403: 'E', 404: 'E', 500: 'E' },
  otherErrors: 'E',
  handle: async (scope, { path, body }) =>
    withMembers(scope, await scope.services.publishers.update(await scope.actor(), path['publisherId']!, body)),
});

const deletePublisher = endpoint({
  method: 'delete',
  path: '/publishers/{publisherId}',
  operationId: 'deletePublisher',
  summary: 'Delete a publisher that owns no nodes',
  tag: 'Publishers',
  auth: 'bearer',
  action: 'publisher.delete',
  success: { status: 204, description: 'The publisher was deleted' },
  errors: { 401: 'E', 403: 'E', 404: 'E', 409: 'E', 500: 'E' },
  otherErrors: 'E',
  conditional: true,
  handle: async (scope, { path }) =>
    void (await scope.services.publishers.delete(await scope.actor(), path['publisherId']!)),
});

/** Creating, updating and deleting publishers (endpoints 3, 4 and 5 of docs/contract.md). */
export const publisherRoutes = [createPublisher, updatePublisher, deletePublisher];
