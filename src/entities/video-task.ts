import { defineEntity, p } from '@mikro-orm/core';
import type { VideoTaskState } from '../values/states.js';
import type { VideoCreation, VideoRequest } from '../values/video.js';
import { moment } from './columns.js';
import { User } from './user.js';

const schema = defineEntity({
  name: 'VideoTask',
  tableName: 'video_tasks',
  properties: {
    id: p.uuid().primary(),
    ownerId: () => p.manyToOne(User).mapToPk().fieldName('owner_id').nullable(),
    provider: p.text().$type<'sandbox' | 'upstream'>(),
    upstreamId: p.text().nullable(),
    state: p.text().$type<VideoTaskState>(),
    errCode: p.text().default(''),
    credits: p.integer().default(0),
    request: p.json<VideoRequest>(),
    creations: p.json<VideoCreation[]>().default('[]'),
    callbackUrl: p.text().nullable(),
    createdAt: moment(),
    updatedAt: moment(),
  },
});

/** A video-generation task that was submitted to a provider. */
export class VideoTask extends schema.class {}
schema.setClass(VideoTask);
