import { z } from 'zod';
import { translations } from '../../services/inputs.js';
import { TranslationSource } from '../../values/states.js';
import { endpoint } from '../endpoint.js';
import { wireInput } from '../wire.js';

const createTranslations = endpoint({
  method: 'post',
  path: '/nodes/{nodeId}/translations',
  operationId: 'createNodeTranslations',
  summary: 'Adds translations to a node; a language given replaces that language’s object of the same source',
  tag: 'Translations',
  auth: 'optional',
  action: ['translation.contribute', 'node.read'],
  body: wireInput(translations),
  success: { status: 201, description: 'They are stored' },
  errors: { 400: 'V', 404: 'V', 429: 'E', 500: 'E' },
  otherErrors: 'E',
  handle: async (scope, { path, body }) =>
    void (await scope.services.translations.add(await scope.actor(), path['nodeId']!, body.data)),
});

const removeQuery = z.object({
  source: z
    .enum(['publisher', 'community'], { error: 'takes publisher or community' })
    .default('community')
    .describe('Whose text to remove'),
});

const removeTranslation = endpoint({
  method: 'delete',
  path: '/nodes/{nodeId}/translations/{language}',
  operationId: 'removeNodeTranslation',
  summary: 'Removes what one source says of a node in one language',
  tag: 'Translations',
  auth: 'bearer',
  action: 'translation.remove',
  query: removeQuery,
  success: { status: 204, description: 'It is removed' },
  errors: { 400: 'E', 401: 'E', 403: 'E', 404: 'E', 500: 'E' },
  otherErrors: 'E',
  handle: async (scope, { path, query }) => {
    const source = query.source === 'publisher' ? TranslationSource.Publisher : TranslationSource.Community;
    await scope.services.translations.remove(await scope.actor(), path['nodeId']!, path['language']!, source);
  },
});

/** Endpoint 11, and the owner's way to remove what it brought. */
export const translationRoutes = [createTranslations, removeTranslation];
