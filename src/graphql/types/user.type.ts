import { Field, ID, ObjectType } from 'type-graphql';

/** The calling user, as he may see himself. */
@ObjectType({ description: 'The calling user.' })
export class User {
  @Field(() => ID, { simple: true, description: 'Unique in the registry.' })
  id!: string;

  @Field(() => String, { simple: true, nullable: true, description: 'What he is called.' })
  name!: string | null;

  @Field(() => String, { simple: true, nullable: true, description: 'His e-mail address.' })
  email!: string | null;

  @Field(() => Boolean, { simple: true, description: 'Whether he is an admin.' })
  isAdmin!: boolean;

  @Field(() => Boolean, { simple: true, description: 'Whether he may publish.' })
  isApproved!: boolean;
}
