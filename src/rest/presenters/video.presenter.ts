import type { VideoTaskRecord } from '../../services/video.service.js';
import { compact } from '../wire.js';

/** Presents a task as the response to its submission. */
export function presentVideoTask({ id, state, credits, createdAt, request }: VideoTaskRecord) {
  return compact({
    task_id: id,
    state,
    credits,
    created_at: createdAt,
    model: request.model,
    prompt: request.prompt,
    images: request.images,
    aspect_ratio: request.aspectRatio,
    resolution: request.resolution,
    duration: request.duration,
    seed: request.seed,
    movement_amplitude: request.movementAmplitude,
    style: request.style,
  });
}

/** A task's creations under their wire names. */
export function presentVideoCreations({ id, state, errCode, creations }: VideoTaskRecord) {
  return {
    id,
    state,
    err_code: errCode,
    creations: creations.map((creation) =>
      compact({
        id: creation.id,
        url: creation.url,
        cover_url: creation.coverUrl,
        watermarked_url: creation.watermarkedUrl,
        moderation_url: creation.moderationUrl,
      }),
    ),
  };
}
