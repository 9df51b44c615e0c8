// The import rules between folders (CONTRIBUTING.md); `npm run lint` checks them.
const rule = (name, from, forbidden, comment) => ({
  name,
  severity: 'error',
  comment,
  from: { path: from },
  to: { path: forbidden },
});

export default {
  forbidden: [
    {
      name: 'no-cycles',
      severity: 'error',
      comment: 'Files that import each other are one file, or need a third one.',
      from: {},
      to: { circular: true },
    },
    rule('transports-apart', '^src/graphql', '^src/rest', 'The transports never use each other.'),
    rule('transports-apart-too', '^src/rest', '^src/graphql', 'The transports never use each other.'),
    rule(
      'transports-not-the-database',
      '^src/(graphql|rest)',
      '^src/(db|clients|jobs|storage|auth|commands|import|demo)/|^node_modules/(pg|kysely|@mikro-orm|@electric-sql)',
      'Transports use services, catalogue, loaders, policy, values and errors.',
    ),
    {
      name: 'entities-as-types',
      severity: 'error',
      comment: 'Transports may know entities as types only.',
      from: { path: '^src/(graphql|rest)' },
      to: { path: '^src/entities', dependencyTypesNot: ['type-only'] },
    },
    rule(
      'transports-not-the-row-format',
      '^src/(graphql|rest|fast-path|loaders)',
      '^src/catalogue/(rows|columns|sql)\\.ts$',
      'Transports know records, not the rows and columns that they are read from.',
    ),
    rule(
      'services-and-jobs-know-no-transport',
      '^src/(services|jobs|catalogue)',
      '^src/(graphql|rest)|^node_modules/(express|graphql|type-graphql|@apollo)',
      'Services, jobs and the catalogue know neither Express nor GraphQL nor presenters.',
    ),
    rule(
      'clients-and-values-are-lowest',
      '^src/(clients|values)',
      '^src/(?!clients|values|errors)',
      'Clients and values import only errors and each other.',
    ),
    rule('values-know-no-clients', '^src/values', '^src/clients', 'Values do not import clients.'),
    rule('errors-know-nothing', '^src/errors', '^src/(?!errors)', 'Errors import nothing.'),
    rule(
      'analysis-reads-only',
      '^src/analysis',
      '^src/(?!analysis|values|errors|services/store-nodes)',
      'Archives are checked by their content only.',
    ),
    rule(
      'policy-is-pure',
      '^src/policy',
      '^src/(?!policy|values|errors)',
      'Policy: viewer and subject in, yes or no out.',
    ),
    rule(
      'readers-never-write',
      '^src/(catalogue|loaders)',
      '^src/entities|^src/services/(write|standing|search-index|latest-version|store-nodes)|^node_modules/@mikro-orm',
      'Catalogue and loaders read, never write.',
    ),
    rule(
      'fast-path-reads-only',
      '^src/fast-path',
      '^src/(db|entities|clients|jobs|storage|auth|commands|import|demo|analysis)/|^src/services/|^node_modules/(express|@apollo|pg|@mikro-orm)',
      'The fast path answers public reads with endpoints and compiled documents; it never writes.',
    ),
    rule(
      'pages-are-a-client-of-the-graph',
      '^src/pages',
      '^src/(?!pages|fast-path/(answer|get-reads)|catalogue/read-set|request/scope|rest/etag)',
      'Pages get their data by GraphQL documents only.',
    ),
    rule('web-is-apart', '^web', '^(src|migrations|test)/', 'The pages’ program imports nothing of the server.'),
    rule(
      'nothing-imports-the-wiring',
      '^src/(?!main|cli|server|request|commands|graphql/context|fast-path|pages|rest/(handle|endpoint|routes))',
      '^src/(main|cli)\\.ts|^src/(server|request/scope|commands)',
      'server, main, scope and commands are composition code; nothing else imports them.',
    ),
  ],
  options: {
    doNotFollow: { path: '^node_modules' },
    tsConfig: { fileName: 'tsconfig.json' },
    tsPreCompilationDeps: true,
    enhancedResolveOptions: { extensions: ['.ts', '.js', '.mjs'] },
  },
};
