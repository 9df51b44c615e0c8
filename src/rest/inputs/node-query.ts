import { z } from 'zod';
import type { NodeFilter } from '../../catalogue/node-filter.js';
import { parseSortKey, SORT_COLUMNS, type SortKey, withoutRepeated } from '../../catalogue/node-order.js';
import { NODE_LIMIT_MAX } from '../../values/page.js';
import { flagParameter, limitParameter, pageParameter, repeated, textParameter, timeParameter } from './query.js';

const sort = repeated(
  `Order: a column, with ";desc" behind it for descending; repeatable. One of ${SORT_COLUMNS.join(', ')}`,
  20,
).transform((texts, context) => {
  const keys: SortKey[] = [];
  for (const text of texts ?? []) {
    const key = parseSortKey(text);
    if (key) keys.push(key);
    else
      context.addIssue({
        code: 'custom',
        message: `takes one of ${SORT_COLUMNS.join(', ')}, with ";desc" behind it for descending`,
      });
  }
  return withoutRepeated(keys);
});

const shared = {
  page: pageParameter,
  supported_os: textParameter('Operating system, as a classifier with or without "Operating System :: "', 200),
  supported_accelerator: textParameter('Accelerator, as a classifier with or without "Environment :: "', 200),
  include_banned: flagParameter('Whether banned nodes are listed, too'),
  sort,
};

/** The query of GET /nodes. */
export const nodeListQuery = z.object({
  ...shared,
  limit: z
    .preprocess(
      (value) => (value === '' ? undefined : value),
      z
        .string({ error: 'takes one value' })
        .regex(/^0*[1-9]\d{0,14}$/, 'takes a whole number from 1')
        .transform(Number)
        .optional(),
    )
    .describe(`Nodes a page; 10 where not said, at most ${NODE_LIMIT_MAX}`),
  timestamp: timeParameter('Only nodes created or updated strictly after this time'),
  latest: flagParameter('If true, the page reflects every commit made before the request'),
  node_id: repeated('Only these nodes; repeatable. Without limit it gives every node asked for, up to the cap'),
  coreui_version: textParameter('The host application’s version: only nodes whose latest version supports it', 200),
  form_factor: textParameter(
    'The requesting platform: desktop-win, desktop-mac, git-windows, git-mac, git-linux or other',
    200,
  ),
});

/** The query of GET /nodes/search. */
export const nodeSearchQuery = z.object({
  ...shared,
  limit: limitParameter(NODE_LIMIT_MAX, 10),
  search: textParameter(
    'Words to find in id, name, description, author, publisher, tags and core-node names; typing errors are forgiven',
  ),
  repository_url_search: textParameter('A part of the repository’s address'),
  core_node_search: textParameter('A part of the name of a core-node that the latest version provides'),
});

type Filtered = z.output<typeof nodeSearchQuery> & Partial<z.output<typeof nodeListQuery>>;

/** The filter that a query asks for. */
export function filterOf(
  query: Omit<Filtered, 'limit' | 'search' | 'repository_url_search' | 'core_node_search'>,
): NodeFilter {
  return {
    ...(query.supported_os === undefined ? {} : { supportedOs: query.supported_os }),
    ...(query.supported_accelerator === undefined ? {} : { supportedAccelerator: query.supported_accelerator }),
    ...(query.include_banned === undefined ? {} : { includeBanned: query.include_banned }),
    ...(query.timestamp === undefined ? {} : { updatedAfter: query.timestamp }),
    ...(query.node_id === undefined ? {} : { nodeIds: query.node_id }),
    ...(query.coreui_version === undefined ? {} : { coreuiVersion: query.coreui_version }),
    ...(query.form_factor === undefined ? {} : { formFactor: query.form_factor }),
  };
}
