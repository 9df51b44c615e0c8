import { z } from 'zod';
import { endpoint } from '../endpoint.js';
import { limitParameter, textParameter } from '../inputs/query.js';
import { presentChange } from '../presenters/change.presenter.js';
import { changeSlice } from '../schemas/change.schema.js';

const listChanges = endpoint({
  method: 'get',
  path: '/changes',
  operationId: 'listChanges',
  summary: 'Tells what changed in the catalogue, in the order it was committed',
  tag: 'Changes',
  auth: 'none',
  action: 'public',
  query: z.object({
    since: textParameter('The cursor to go on after; from the beginning where not said', 200),
    limit: limitParameter(1000, 100),
  }),
  success: { status: 200, description: 'The changes after the cursor', schema: changeSlice },
  errors: { 400: 'E', 500: 'E' },
  otherErrors: 'E',
  cacheable: true,
  handle: async ({ services }, { query }) => {
    const { changes, next, more } = await services.catalogue.changeFeed.read(query.since, query.limit);
    return { changes: changes.map(presentChange), next, more };
  },
});

/** The changes feed. */
export const changeRoutes = [listChanges];
