import { z } from 'zod';
import type { NodeFilter } from '../../catalogue/node-filter.js';
import { parseSortKey, SORT_COLUMNS, type SortKey, withoutRepeated } from '../../catalogue/node-order.js';
import { NODE_LIMIT_MAX } from '../../values/page.js';
import { flagParameter, limitParameter, pageParameter, repeated, textParameter, timeParameter } from './query.js';

const sort = repeated(
  `Column to sort by, ascending, or descending if followed by ";desc". Repeatable. One of ${SORT_COLUMNS.join(', ')}`,
  20,
).transform((texts, context) => {
  const keys: SortKey[] = [];
  for (const text of texts ?? []) {
    const key = parseSortKey(text);
    if (key) keys.push(key);
    else
      context.addIssue({
        code: 'custom',
        message: `takes one of ${SORT_COLUMNS.join(', ')}, followed by ";desc" for descending order`,
      });
  }
  return withoutRepeated(keys);
});

const shared = {
  page: pageParameter,
  supported_os: textParameter(
    'Only nodes that support this operating system: a classifier, with or without "Operating System :: "',
    200,
  ),
  supported_accelerator: textParameter(
    'Only nodes that support this accelerator: a classifier, with or without "Environment :: "',
    200,
  ),
  include_banned: flagParameter('True to include banned nodes. Defaults to false'),
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
    .meta({
      description: `Nodes per page. Larger values are reduced to ${NODE_LIMIT_MAX}. Defaults to 10, or to ${NODE_LIMIT_MAX} if node_id is given`,
      type: 'integer',
      minimum: 1,
      pattern: undefined,
    }),
  timestamp: timeParameter('Only nodes created or updated strictly after this time'),
  latest: flagParameter('If true, the page reflects every commit made before the request'),
  node_id: repeated('Only the nodes with these ids. Repeatable'),
  coreui_version: textParameter(
    'Version of the host application: only nodes whose latest version supports it. Ignored if it is not a valid version',
    200,
  ),
  form_factor: textParameter(
    'Platform of the caller: only nodes that support its operating system. One of desktop-win, desktop-mac, git-windows, git-mac and git-linux; other values are ignored',
    200,
  ),
});

/** The query of GET /nodes/search. */
export const nodeSearchQuery = z.object({
  ...shared,
  limit: limitParameter(NODE_LIMIT_MAX, 10),
  search: textParameter(
    'Words to search for in id, name, description, author, publisher, tags and core-node names. Typos are tolerated',
  ),
  repository_url_search: textParameter('Part of the repository URL'),
  core_node_search: textParameter('Part of the name of a core-node that the latest version provides'),
});

type Filtered = z.output<typeof nodeSearchQuery> & Partial<z.output<typeof nodeListQuery>>;

/** Converts the query parameters to a filter. */
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
