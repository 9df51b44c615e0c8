import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import {
  getNamedType,
  type GraphQLArgument,
  isEnumType,
  isInputObjectType,
  isInterfaceType,
  isObjectType,
  isSpecifiedScalarType,
} from 'graphql';
import { buildGraph } from '../../src/graphql/schema.js';
import { graphSdl } from '../../src/graphql/sdl.js';

describe('the GraphQL schema', () => {
  const schema = buildGraph();
  const types = Object.values(schema.getTypeMap()).filter(
    (type) => !type.name.startsWith('__') && !isSpecifiedScalarType(type),
  );

  it('equals schema.graphql', () => {
    expect(graphSdl()).toBe(readFileSync(new URL('../../schema.graphql', import.meta.url), 'utf8'));
  });

  it('describes every type, field, argument and enum value', () => {
    const bare: string[] = [];
    const look = (name: string, { description }: { description?: string | null | undefined }): void => {
      if (!description) bare.push(name);
    };
    const lookAll = (owner: string, args: readonly GraphQLArgument[]): void =>
      args.forEach((argument) => look(`${owner}(${argument.name})`, argument));
    for (const type of types) {
      look(type.name, type);
      if (isEnumType(type)) type.getValues().forEach((value) => look(`${type.name}.${value.name}`, value));
      if (isInputObjectType(type))
        Object.values(type.getFields()).forEach((field) => look(`${type.name}.${field.name}`, field));
      if (isObjectType(type) || isInterfaceType(type)) {
        for (const field of Object.values(type.getFields())) {
          look(`${type.name}.${field.name}`, field);
          lookAll(`${type.name}.${field.name}`, field.args);
        }
      }
    }
    expect(bare).toEqual([]);
  });

  it('has the operations that clients use', () => {
    const queries = Object.keys(schema.getQueryType()!.getFields());
    expect(queries).toEqual(
      expect.arrayContaining([
        'node',
        'nodes',
        'searchNodes',
        'publisher',
        'publishers',
        'coreNodes',
        'coreNode',
        'videoTask',
        'me',
      ]),
    );
    const mutations = Object.keys(schema.getMutationType()!.getFields());
    expect(mutations).toEqual(
      expect.arrayContaining([
        'createPublisher',
        'updatePublisher',
        'deletePublisher',
        'createPublisherToken',
        'deletePublisherToken',
        'updateNode',
        'claimNode',
        'unpublishNodeVersion',
        'addNodeTranslations',
        'submitVideoTask',
      ]),
    );
  });

  it('has the type ID for ids and DateTime for times', () => {
    for (const type of types.filter(isObjectType)) {
      for (const field of Object.values(type.getFields())) {
        if (field.name === 'id') expect([type.name, getNamedType(field.type).name]).toEqual([type.name, 'ID']);
        if (/At$/.test(field.name)) expect([type.name, getNamedType(field.type).name]).toEqual([type.name, 'DateTime']);
      }
    }
  });
});
