// Peer (d): the stack of the registry without optimizations: Apollo on Express, TypeGraphQL, DataLoader, and the
// MikroORM entities of the registry. This file is not compiled, so the decorators are called as functions.
import 'reflect-metadata';
import { createServer } from 'node:http';
import { ApolloServer } from '@apollo/server';
import { expressMiddleware } from '@as-integrations/express5';
import { MikroORM } from '@mikro-orm/postgresql';
import DataLoader from 'dataloader';
import express from 'express';
import {
  Arg,
  buildSchema,
  Ctx,
  Field,
  FieldResolver,
  Float,
  ID,
  Int,
  ObjectType,
  Query,
  Resolver,
  Root,
} from 'type-graphql';
import { ENTITIES } from '../../dist/src/entities/all.js';
import { Node as NodeEntity } from '../../dist/src/entities/node.js';
import { NodeVersion as VersionEntity } from '../../dist/src/entities/node-version.js';
import { Publisher as PublisherEntity } from '../../dist/src/entities/publisher.js';
import { endWithParent, ready } from './serve.mjs';

/** Creates an object type, with `@Field(() => Type)` on each field. */
function objectType(name, fields) {
  const type = { [name]: class {} }[name];
  for (const [field, [returns, nullable = false]] of Object.entries(fields))
    Field(returns, { nullable })(type.prototype, field);
  ObjectType(name)(type);
  return type;
}

const string = () => String;
const strings = () => [String];
const date = () => Date;

const Publisher = objectType('Publisher', { id: [() => ID], name: [string] });
const NodeVersion = objectType('NodeVersion', {
  id: [() => ID],
  version: [string],
  changelog: [string],
  dependencies: [strings],
  deprecated: [() => Boolean],
  status: [string],
  createdAt: [date],
});
const NodeVersionConnection = objectType('NodeVersionConnection', { nodes: [() => [NodeVersion]] });
const Node = objectType('Node', {
  id: [() => ID],
  name: [string],
  description: [string],
  author: [string, true],
  repository: [string, true],
  tags: [strings],
  downloads: [() => Int],
  repoHostStars: [() => Int],
  rating: [() => Float, true],
  createdAt: [date],
});
const NodePage = objectType('NodePage', { nodes: [() => [Node]] });

class NodeResolver {
  async nodes({ em }, page, limit) {
    return {
      nodes: await em.find(
        NodeEntity,
        { status: 'NodeStatusActive' },
        { orderBy: { createdAt: 'asc', id: 'asc' }, limit, offset: (page - 1) * limit },
      ),
    };
  }

  publisher(node, { loaders }) {
    return loaders.publisher.load(node.publisherId);
  }

  latestVersion(node, { loaders }) {
    return node.latestVersionId === null ? null : loaders.version.load(node.latestVersionId);
  }

  async versions(node, { loaders }, first) {
    return { nodes: (await loaders.versionsOf.load(node.id)).slice(0, first) };
  }
}

/** Decorates a method and its parameters. */
function decorate(name, method, ...parameters) {
  for (const [index, parameter] of parameters.entries()) parameter(NodeResolver.prototype, name, index);
  method(NodeResolver.prototype, name, Object.getOwnPropertyDescriptor(NodeResolver.prototype, name));
}
const int = (name) => Arg(name, () => Int);
decorate(
  'nodes',
  Query(() => NodePage),
  Ctx(),
  int('page'),
  int('limit'),
);
decorate(
  'publisher',
  FieldResolver(() => Publisher),
  Root(),
  Ctx(),
);
decorate(
  'latestVersion',
  FieldResolver(() => NodeVersion, { nullable: true }),
  Root(),
  Ctx(),
);
decorate(
  'versions',
  FieldResolver(() => NodeVersionConnection),
  Root(),
  Ctx(),
  int('first'),
);
Resolver(() => Node)(NodeResolver);

const ordered = (ids, found) => {
  const byId = new Map(found.map((one) => [one.id, one]));
  return ids.map((id) => byId.get(id) ?? null);
};

/** Creates the loaders of one request. */
const loadersOf = (em) => ({
  publisher: new DataLoader(async (ids) => ordered(ids, await em.find(PublisherEntity, { id: { $in: ids } }))),
  version: new DataLoader(async (ids) => ordered(ids, await em.find(VersionEntity, { id: { $in: ids } }))),
  versionsOf: new DataLoader(async (ids) => {
    const found = Map.groupBy(
      await em.find(
        VersionEntity,
        { nodeId: { $in: ids }, status: 'NodeVersionStatusActive' },
        { orderBy: { precedence: 'desc', id: 'asc' } },
      ),
      ({ nodeId }) => nodeId,
    );
    return ids.map((id) => found.get(id) ?? []);
  }),
});

const orm = await MikroORM.init({
  entities: ENTITIES,
  clientUrl: process.env.DATABASE_URL,
  pool: { min: 0, max: 10 },
  forceUtcTimezone: true,
  logger: () => undefined,
});
const schema = await buildSchema({ resolvers: [NodeResolver], validate: false });
const apollo = new ApolloServer({ schema, stopOnTerminationSignals: false });
await apollo.start();
const context = async () => {
  const em = orm.em.fork();
  return { em, loaders: loadersOf(em) };
};
const app = express();
app.use('/graphql', express.json(), expressMiddleware(apollo, { context }));
const server = createServer(app);
endWithParent();
server.listen(0, '127.0.0.1', () => ready(server.address().port));
