import { Field, ObjectType } from 'type-graphql';
import type { TranslationSource } from '../../values/states.js';
import { DateTime, JSONObject } from '../scalars.js';
import { TranslationSourceEnum } from './enums.js';

/** What one source says of a node in one language. */
@ObjectType({ description: 'What one source says of a node in one language.' })
export class NodeTranslation {
  @Field(() => String, { simple: true, description: 'The language, as a tag of BCP 47.' })
  language!: string;

  @Field(() => JSONObject, { simple: true, description: 'The translated fields.' })
  fields!: Record<string, unknown>;

  @Field(() => TranslationSourceEnum, {
    simple: true,
    description: 'Who wrote it. Where both did, the publisher’s stands first.',
  })
  source!: TranslationSource;

  @Field(() => DateTime, { simple: true, description: 'When it was last written.' })
  updatedAt!: string;
}
