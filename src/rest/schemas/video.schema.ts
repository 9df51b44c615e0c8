import { VideoTaskState } from '../../values/states.js';
import { strings, time, z } from './common.js';

export const videoTask = z
  .object({
    task_id: z.string(),
    state: z.enum(VideoTaskState),
    credits: z.int(),
    created_at: time,
    model: z.string(),
    prompt: z.string().optional(),
    images: strings,
    aspect_ratio: z.string().optional(),
    resolution: z.string().optional(),
    duration: z.int().optional().describe('Seconds'),
    seed: z.int().optional(),
    movement_amplitude: z.enum(['auto', 'small', 'medium', 'large']).optional(),
    style: z.enum(['general', 'anime']).optional(),
  })
  .openapi('VideoTask');

const videoCreation = z
  .object({
    id: z.string(),
    url: z.string(),
    cover_url: z.string().optional(),
    watermarked_url: z.string().optional(),
    moderation_url: strings,
  })
  .openapi('VideoCreation');

export const videoCreations = z
  .object({
    id: z.string(),
    state: z.enum(VideoTaskState),
    err_code: z.string().describe('Error code if the task failed, otherwise an empty string'),
    creations: z.array(videoCreation),
  })
  .openapi('VideoCreations');
