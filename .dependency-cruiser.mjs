// The rules between the rooms of the house (CONTRIBUTING.md); `npm run lint` keeps them.
const room = (name, from, forbidden, comment) => ({
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
      comment: 'Two files that need each other are one thing, or three.',
      from: {},
      to: { circular: true },
    },
    room('transports-apart', '^src/graphql', '^src/rest', 'The transports never use each other.'),
    room('transports-apart-too', '^src/rest', '^src/graphql', 'The transports never use each other.'),
    room(
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
    room(
      'services-know-no-transport',
      '^src/services',
      '^src/(graphql|rest)|^node_modules/(express|graphql|type-graphql|@apollo)',
      'Services never know Express or GraphQL.',
    ),
    room(
      'clients-and-values-stand-low',
      '^src/(clients|values)',
      '^src/(?!clients|values|errors)',
      'Clients and values use errors, and each other, only.',
    ),
    room('values-know-no-clients', '^src/values', '^src/clients', 'Values stand below clients.'),
    room('errors-know-nothing', '^src/errors', '^src/(?!errors)', 'Errors use nothing.'),
    room(
      'analysis-reads-only',
      '^src/analysis',
      '^src/(?!analysis|values|errors|services/store-nodes)',
      'Archives are judged by what is in them, and by nothing else.',
    ),
    room(
      'policy-is-pure',
      '^src/policy',
      '^src/(?!policy|values|errors)',
      'Policy: viewer and subject in, yes or no out.',
    ),
    room(
      'readers-never-write',
      '^src/(catalogue|loaders)',
      '^src/entities|^src/services/(write|standing|search-index|latest-version|store-nodes)|^node_modules/@mikro-orm',
      'Catalogue and loaders read, never write.',
    ),
    room(
      'fast-path-reads-only',
      '^src/fast-path',
      '^src/(db|entities|clients|jobs|storage|auth|commands|import|demo|analysis)/|^src/services/|^node_modules/(express|@apollo|pg|@mikro-orm)',
      'The fast path answers public reads with endpoints and compiled documents; it never writes.',
    ),
    room(
      'nothing-imports-the-wiring',
      '^src/(?!main|cli|server|request|commands|graphql/context|fast-path|rest/(handle|endpoint|routes))',
      '^src/(main|cli)\\.ts|^src/(server|request/scope|commands)',
      'server, main, scope and commands wire things; nothing inside imports them.',
    ),
  ],
  options: {
    doNotFollow: { path: '^node_modules' },
    tsConfig: { fileName: 'tsconfig.json' },
    tsPreCompilationDeps: true,
    enhancedResolveOptions: { extensions: ['.ts', '.js', '.mjs'] },
  },
};
