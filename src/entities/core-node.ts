import { defineEntity, p } from '@mikro-orm/core';
import { CoreNodePolicy } from '../values/states.js';

const schema = defineEntity({
  name: 'CoreNode',
  tableName: 'core_nodes',
  properties: {
    versionId: p.uuid().primary(),
    name: p.text().primary(),
    displayName: p.text().nullable(),
    category: p.text().nullable(),
    description: p.text().nullable(),
    function: p.text().nullable(),
    inputTypes: p.text().nullable(),
    returnNames: p.text().nullable(),
    returnTypes: p.text().nullable(),
    outputIsList: p.array().$type<boolean[]>().columnType('boolean[]').default([]),
    deprecated: p.boolean().default(false),
    experimental: p.boolean().default(false),
    policy: p.text().$type<CoreNodePolicy>().default(CoreNodePolicy.Active),
  },
});

/** A node type that one version of an extension provides. */
export class CoreNode extends schema.class {}
schema.setClass(CoreNode);
