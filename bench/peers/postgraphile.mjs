// Peer (b): PostGraphile 5 on the tables of the registry, with production settings.
import { createServer } from 'node:http';
import { postgraphile } from 'postgraphile';
import { makePgService } from 'postgraphile/adaptors/pg';
import { PostGraphileAmberPreset } from 'postgraphile/presets/amber';
import { grafserv } from 'postgraphile/grafserv/node';
import { jsonPgSmartTags } from 'postgraphile/utils';
import { endWithParent, ready } from './serve.mjs';

const sortable = { tags: { behavior: '+orderBy' } };
const filterable = { tags: { behavior: '+filterBy +attribute:filterBy' } };

// Relay has an interface named "Node", so the nodes of the registry are called extensions here.
const tags = jsonPgSmartTags({
  version: 1,
  config: {
    class: {
      'public.nodes': { tags: { name: 'extensions' }, attribute: { status: filterable, created_at: sortable } },
      'public.node_versions': { attribute: { status: filterable, precedence: sortable } },
      'public.core_nodes': { attribute: { name: sortable } },
    },
    constraint: {
      'public.nodes.nodes_publisher_id_fkey': { tags: { fieldName: 'publisher', foreignFieldName: 'extensions' } },
      'public.nodes.nodes_latest_version_id_fkey': { tags: { fieldName: 'latestVersion' } },
      'public.node_versions.node_versions_node_id_fkey': {
        tags: { fieldName: 'extension', foreignFieldName: 'versions' },
      },
      'public.core_nodes.core_nodes_version_id_fkey': { tags: { fieldName: 'version', foreignFieldName: 'coreNodes' } },
    },
  },
});

const instance = postgraphile({
  extends: [PostGraphileAmberPreset],
  plugins: [tags],
  pgServices: [
    makePgService({ connectionString: process.env.DATABASE_URL, schemas: ['public'], poolConfig: { max: 10 } }),
  ],
  grafast: { explain: false },
  grafserv: { graphiql: false, watch: false, websockets: false, outputDataAsString: true, maxRequestLength: 1_000_000 },
});

const server = createServer();
const serv = instance.createServ(grafserv);
await serv.addTo(server);
endWithParent();
if (process.argv.includes('--print-schema')) {
  const { printSchema } = await import('postgraphile/graphql');
  process.stdout.write(printSchema(await instance.getSchema()));
  process.exit(0);
}
await serv.ready();
server.listen(0, '127.0.0.1', () => ready(server.address().port));
