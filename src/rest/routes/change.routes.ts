import { z } from 'zod';
import { endpoint } from '../endpoint.js';
import { limitParameter, textParameter } from '../inputs/query.js';
import { presentChange } from '../presenters/change.presenter.js';
import { changeSlice } from '../schemas/change.schema.js';

const listChanges = endpoint({
  method: 'get',
  path: '/changes',
  operationId: 'listChanges',
  summary: 'List changes of the public catalogue, in commit order; an old cursor gets 410 and the URL of the snapshot',
  tag: 'Changes',
  auth: 'none',
  action: 'public',
  query: z.object({
    since: textParameter('Cursor after which to read. Defaults to the beginning of the feed', 200),
    limit: limitParameter(1000, 100),
  }),
  success: { status: 200, description: 'The changes after the cursor', schema: changeSlice },
  errors: { 400: 'E', 410: 'E', 500: 'E' },
  otherErrors: 'E',
  cacheable: true,
  handle: async ({ services }, { query }) => {
    const { changes, next, more } = await services.catalogue.changeFeed.read(query.since, query.limit);
    return { changes: changes.map(presentChange), next, more };
  },
});

/** The changes feed. */
export const changeRoutes = [listChanges];
