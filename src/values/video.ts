/** What a caller asks a video provider for (endpoint 15); durations in seconds. */
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

/** One result of a finished task. */
export interface VideoCreation {
  readonly id: string;
  readonly url: string;
  readonly coverUrl?: string;
  readonly watermarkedUrl?: string;
  readonly moderationUrl: readonly string[];
}
