import { Field, ID, ObjectType } from 'type-graphql';
import { DateTime, JSONObject } from '../scalars.js';

/** A background job that failed for the last time. */
@ObjectType({ description: 'A background job that failed for the last time.' })
export class DeadJob {
  @Field(() => ID, { simple: true, description: 'Unique in the registry.' })
  id!: string;

  @Field(() => String, { simple: true, description: 'What it was to do, such as archive.check.' })
  kind!: string;

  @Field(() => JSONObject, { simple: true, description: 'What it was told.' })
  data!: object;

  @Field(() => String, { simple: true, description: 'What went wrong.' })
  error!: string;

  @Field(() => DateTime, { simple: true, description: 'When it failed for the last time.' })
  failedAt!: string;
}
