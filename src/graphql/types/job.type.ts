import { Field, ID, ObjectType } from 'type-graphql';
import { DateTime, JSONObject } from '../scalars.js';

/** A dead letter: a background job that failed on its last attempt. */
@ObjectType({ description: 'A dead letter: a background job that failed on its last attempt.' })
export class DeadJob {
  @Field(() => ID, { simple: true, description: 'Id of the job.' })
  id!: string;

  @Field(() => String, { simple: true, description: 'Kind of the job, such as `archive.check`.' })
  kind!: string;

  @Field(() => JSONObject, { simple: true, description: 'Payload of the job.' })
  data!: object;

  @Field(() => String, { simple: true, description: 'Error of the last attempt.' })
  error!: string;

  @Field(() => DateTime, { simple: true, description: 'Time of the last attempt.' })
  failedAt!: string;
}
