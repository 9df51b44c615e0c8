import { CoreNode } from './core-node.js';
import { Node } from './node.js';
import { NodeTranslation } from './node-translation.js';
import { NodeVersion } from './node-version.js';
import { PersonalAccessToken } from './personal-access-token.js';
import { Publisher } from './publisher.js';
import { PublisherMember } from './publisher-member.js';
import { User } from './user.js';
import { VideoTask } from './video-task.js';
import { Webhook } from './webhook.js';

/** All entities, for the configuration of MikroORM. */
export const ENTITIES = [
  User,
  Publisher,
  PublisherMember,
  PersonalAccessToken,
  Node,
  NodeVersion,
  CoreNode,
  NodeTranslation,
  VideoTask,
  Webhook,
];
