import { defineEntity, p } from '@mikro-orm/core';
import type { TranslationSource } from '../values/states.js';
import { moment } from './columns.js';

const schema = defineEntity({
  name: 'NodeTranslation',
  tableName: 'node_translations',
  properties: {
    nodeId: p.text().primary(),
    language: p.text().primary(),
    source: p.text().$type<TranslationSource>().primary(),
    fields: p.json<Record<string, unknown>>(),
    updatedAt: moment(),
  },
});

/** What one source says of a node in one language. */
export class NodeTranslation extends schema.class {}
schema.setClass(NodeTranslation);
