import { Field, ID, Int, ObjectType } from 'type-graphql';
import type { InstallKind, PlanWarningCode } from '../../resolve/answer.js';
import { DateTime, NonNegativeInt, Url } from '../scalars.js';
import { ChoiceReasonEnum, CoverMethodEnum, InstallKindEnum, PlanWarningCodeEnum } from './enums.js';
import { pageType } from './page.js';

/** A warning about a planned node. */
@ObjectType({ description: 'A warning about a node of a plan.' })
export class PlanWarning {
  @Field(() => PlanWarningCodeEnum, { simple: true, description: 'Subject of the warning.' })
  code!: PlanWarningCode;

  @Field(() => String, { simple: true, description: 'Message for the user.' })
  message!: string;
}

/** A node that was not chosen, although it provides some names of a chosen one. */
@ObjectType({ description: 'A node that was not chosen, although it provides some of the names.' })
export class PlanAlternative {
  @Field(() => ID, { simple: true, description: 'Id of the node.' })
  nodeId!: string;

  @Field(() => [String], { simple: true, description: 'Names of the chosen node that this node also provides.' })
  provides!: string[];

  @Field(() => String, { simple: true, description: 'Why it was not chosen.' })
  whyNot!: string;
}

/** How a node is installed. */
@ObjectType({ description: 'How a node is installed.' })
export class PlanInstall {
  @Field(() => InstallKindEnum, { simple: true, description: 'Source of the installation.' })
  kind!: InstallKind;

  @Field(() => Url, {
    simple: true,
    nullable: true,
    description: 'URL of the archive or the repository; `null` if nothing is installed.',
  })
  url!: string | null;

  @Field(() => String, {
    simple: true,
    nullable: true,
    description: 'SHA-256 of the archive in hexadecimal; `null` if there is no archive.',
  })
  sha256!: string | null;
}

/** A node of a plan. Its nested field is in `fields/`. */
@ObjectType({ description: 'A node to install.' })
export class PlannedNode {
  @Field(() => String, {
    simple: true,
    nullable: true,
    description: 'Number of the version; `null` if the node is installed from its repository.',
  })
  version!: string | null;

  @Field(() => [String], { simple: true, description: 'Names that the node is chosen for.' })
  provides!: string[];

  @Field(() => ChoiceReasonEnum, { simple: true, description: 'Why it was chosen.' })
  reason!: string;

  @Field(() => [PlanAlternative], {
    simple: true,
    description: 'Other nodes that provide some of the names, up to five.',
  })
  alternatives!: PlanAlternative[];

  @Field(() => Boolean, { simple: true, description: 'True if the node is installed already, in any version.' })
  alreadyInstalled!: boolean;

  @Field(() => PlanInstall, { simple: true, description: 'How it is installed.' })
  install!: PlanInstall;

  @Field(() => [PlanWarning], { simple: true, description: 'Warnings about this version of the node.' })
  warnings!: PlanWarning[];
}

/** A similar name. */
@ObjectType({ description: 'A similar name, and the node that best provides it.' })
export class NameSuggestion {
  @Field(() => String, { simple: true, description: 'Name of a core-node.' })
  name!: string;

  @Field(() => ID, { simple: true, description: 'Id of the node.' })
  nodeId!: string;
}

/** A name without a provider. */
@ObjectType({
  description: 'A name that no node provides, or the id of a node that does not exist or has no version to install.',
})
export class MissingName {
  @Field(() => String, { simple: true, description: 'The name.' })
  name!: string;

  @Field(() => [String], { simple: true, description: 'Ids of the nodes of the workflow that use it, up to 100.' })
  usedBy!: string[];

  @Field(() => [NameSuggestion], { simple: true, description: 'Similar names.' })
  suggestions!: NameSuggestion[];
}

/** A Python requirement of a node. */
@ObjectType({ description: 'A Python requirement of a node.' })
export class PlanRequirement {
  @Field(() => ID, { simple: true, description: 'Id of the node.' })
  nodeId!: string;

  @Field(() => String, { simple: true, nullable: true, description: 'Version of the node, if it has one.' })
  version!: string | null;

  @Field(() => String, { simple: true, description: 'Version specifier, such as `>=1.26,<2`.' })
  spec!: string;
}

/** Python requirements that no version of a package satisfies together. */
@ObjectType({ description: 'Python requirements that no version of a package satisfies together.' })
export class PlanConflict {
  @Field(() => String, { simple: true, description: 'Name of the Python package.' })
  package!: string;

  @Field(() => [PlanRequirement], { simple: true, description: 'The smallest set of requirements in conflict.' })
  requirements!: PlanRequirement[];

  @Field(() => String, { simple: true, description: 'Message for the user.' })
  message!: string;
}

/** A Python requirement that could not be compared. */
@ObjectType({ description: 'A Python requirement that could not be compared.' })
export class UnjudgedRequirement {
  @Field(() => ID, { simple: true, description: 'Id of the node.' })
  nodeId!: string;

  @Field(() => String, { simple: true, description: 'The requirement, truncated to 200 characters.' })
  requirement!: string;

  @Field(() => String, { simple: true, description: 'Why it could not be compared.' })
  why!: string;
}

/** What to install for a workflow. */
@ObjectType({ description: 'What to install for a workflow.' })
export class Plan {
  @Field(() => [PlannedNode], { simple: true, description: 'The nodes, the best first.' })
  nodes!: PlannedNode[];

  @Field(() => [String], { simple: true, description: 'Names that the host application itself provides.' })
  builtIn!: string[];

  @Field(() => [MissingName], {
    simple: true,
    description: 'Names that no node provides, and ids of nodes that do not exist.',
  })
  missing!: MissingName[];

  @Field(() => [PlanConflict], { simple: true, description: 'Python requirements in conflict.' })
  conflicts!: PlanConflict[];

  @Field(() => [String], {
    simple: true,
    description:
      'One requirement for each Python package, merged from those of all nodes. Packages in conflict are left out.',
  })
  python!: string[];

  @Field(() => [UnjudgedRequirement], { simple: true, description: 'Requirements that could not be compared.' })
  notJudged!: UnjudgedRequirement[];

  @Field(() => Boolean, {
    simple: true,
    description:
      'True if nothing is missing, each requested node has a version in its range, and nothing is in conflict.',
  })
  complete!: boolean;

  @Field(() => CoverMethodEnum, { simple: true, description: 'How the set of nodes was found.' })
  method!: string;

  @Field(() => NonNegativeInt, { simple: true, description: 'Revision of the catalogue that the plan reflects.' })
  revision!: number;
}

/** A node that provides a core-node. Its nested field is in `fields/`. */
@ObjectType({
  description: 'A node that provides a core-node, with the values that determine its position in the list.',
})
export class CoreNodeProvider {
  @Field(() => Boolean, { simple: true, description: 'True if the name is reserved for the node.' })
  preempted!: boolean;

  @Field(() => Int, { simple: true, nullable: true, description: 'Search ranking: lower values come first.' })
  searchRanking!: number | null;

  @Field(() => NonNegativeInt, { simple: true, description: 'Total number of downloads.' })
  downloads!: number;

  @Field(() => NonNegativeInt, { simple: true, description: 'Number of stars of the repository on its host.' })
  repoHostStars!: number;

  @Field(() => DateTime, { simple: true, description: 'Time of creation of the node.' })
  createdAt!: string;
}

export const CoreNodeProviderPage = pageType(
  () => CoreNodeProvider,
  'CoreNodeProvider',
  'providers of a core-node',
  'the best first',
);
