import { Field, ID, InputType } from 'type-graphql';
import { Workflow } from '../scalars.js';
import { ResolvePreferenceEnum } from '../types/enums.js';

/** A node to install, by its id. */
@InputType({ description: 'A node to install.' })
export class NodeRequestInput {
  @Field(() => ID, { description: 'Id of the node.' })
  id!: string;

  @Field(() => String, { nullable: true, description: 'Range of semantic versions, such as ^1.2.' })
  version?: string | null;
}

/** A node that is already installed. */
@InputType({ description: 'A node that is already installed.' })
export class InstalledNodeInput {
  @Field(() => ID, { description: 'Id of the node.' })
  id!: string;

  @Field(() => String, { description: 'Its installed version.' })
  version!: string;
}

/** The input of a plan. */
@InputType({
  description:
    'Names and nodes that a plan must provide, given as a workflow, core-node names, nodes, or several of these, and the installation it is for.',
})
export class ResolveInput {
  @Field(() => Workflow, { nullable: true, description: 'A workflow in the graph form or the prompt form.' })
  workflow?: object | null;

  @Field(() => [String], { nullable: true, description: 'Names of core-nodes, at most 5,000.' })
  coreNodeNames?: string[] | null;

  @Field(() => [NodeRequestInput], { nullable: true, description: 'Nodes by id, at most 1,000.' })
  nodes?: NodeRequestInput[] | null;

  @Field(() => String, { nullable: true, description: 'Version of the host application.' })
  coreuiVersion?: string | null;

  @Field(() => String, { nullable: true, description: 'Version of the frontend of the host application.' })
  coreuiFrontendVersion?: string | null;

  @Field(() => String, {
    nullable: true,
    description: 'Classifier such as `POSIX :: Linux`, or linux, windows or macos.',
  })
  os?: string | null;

  @Field(() => String, {
    nullable: true,
    description: 'Classifier such as `GPU :: NVIDIA CUDA`, or cuda, rocm, mps or cpu.',
  })
  accelerator?: string | null;

  @Field(() => String, { nullable: true, description: 'Version of Python, such as 3.12.' })
  pythonVersion?: string | null;

  @Field(() => [InstalledNodeInput], {
    nullable: true,
    description: 'Nodes that are installed already, at most 1,000.',
  })
  installed?: InstalledNodeInput[] | null;

  @Field(() => ResolvePreferenceEnum, {
    nullable: true,
    description: 'Which version is preferred. Defaults to `pinned`.',
  })
  prefer?: string | null;
}
