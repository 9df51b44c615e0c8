/** A request to a video provider (endpoint 15). Durations are in seconds. */
export interface VideoRequest {
  readonly model: string;
  readonly images: readonly string[];
  readonly prompt?: string;
  readonly aspectRatio?: string;
  readonly resolution?: string;
  readonly duration?: number;
  readonly seed?: number;
  readonly priority?: number;
  readonly enhance?: boolean;
  readonly movementAmplitude?: 'auto' | 'small' | 'medium' | 'large';
  readonly style?: 'general' | 'anime';
}

/** A result of a finished task. */
export interface VideoCreation {
  readonly id: string;
  readonly url: string;
  readonly coverUrl?: string;
  readonly watermarkedUrl?: string;
  readonly moderationUrl: readonly string[];
}
