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

/** The translation of a node into one language by one source. */
export class NodeTranslation extends schema.class {}
schema.setClass(NodeTranslation);
