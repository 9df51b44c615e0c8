import { z } from 'zod';
import { translations } from '../../services/inputs.js';
import { optionalChoice } from '../../values/fields.js';
import { TranslationSource } from '../../values/states.js';
import { endpoint } from '../endpoint.js';
import { wireInput } from '../wire.js';

const createTranslations = endpoint({
  method: 'post',
  path: '/nodes/{nodeId}/translations',
  operationId: 'createNodeTranslations',
  summary: 'Add translations to a node. A translation replaces the one of the same language and source',
  tag: 'Translations',
  auth: 'optional',
  action: ['translation.contribute', 'node.read'],
  body: wireInput(translations),
  success: { status: 201, description: 'The translations were stored' },
  errors: { 400: 'V', 404: 'V', 429: 'E', 500: 'E' },
  otherErrors: 'E',
  conditional: true,
  handle: async (scope, { path, body }) =>
    void (await scope.services.translations.add(await scope.actor(), path['nodeId']!, body.data)),
});

const removeQuery = z.object({
  source: optionalChoice(z.enum(['publisher', 'community'], { error: 'takes publisher or community' }))
    .transform((source) => source ?? 'community')
    .describe('Source of the translation to remove'),
});

const removeTranslation = endpoint({
  method: 'delete',
  path: '/nodes/{nodeId}/translations/{language}',
  operationId: 'removeNodeTranslation',
  summary: 'Remove the translation of a node in one language from one source',
  tag: 'Translations',
  auth: 'bearer',
  action: 'translation.remove',
  query: removeQuery,
  success: { status: 204, description: 'The translation was removed' },
  errors: { 400: 'E', 401: 'E', 403: 'E', 404: 'E', 500: 'E' },
  otherErrors: 'E',
  conditional: true,
  handle: async (scope, { path, query }) => {
    const source = query.source === 'publisher' ? TranslationSource.Publisher : TranslationSource.Community;
    await scope.services.translations.remove(await scope.actor(), path['nodeId']!, path['language']!, source);
  },
});

/** Adding translations (endpoint 11 of docs/contract.md), and removing them. */
export const translationRoutes = [createTranslations, removeTranslation];
