import { Field, ObjectType } from 'type-graphql';
import type { TranslationSource } from '../../values/states.js';
import { DateTime, JSONObject } from '../scalars.js';
import { TranslationSourceEnum } from './enums.js';

/** A translation of a node into one language, by one source. */
@ObjectType({ description: 'A translation of a node into one language, by one source.' })
export class NodeTranslation {
  @Field(() => String, { simple: true, description: 'Language tag (BCP 47).' })
  language!: string;

  @Field(() => JSONObject, { simple: true, description: 'Translated fields, as a free-form object.' })
  fields!: Record<string, unknown>;

  @Field(() => TranslationSourceEnum, {
    simple: true,
    description: 'Author of the translation.',
  })
  source!: TranslationSource;

  @Field(() => DateTime, { simple: true, description: 'Time of the last change.' })
  updatedAt!: string;
}
