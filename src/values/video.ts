/** Amounts of movement. */
export const MOVEMENT_AMPLITUDES = ['auto', 'small', 'medium', 'large'] as const;

/** An amount of movement. */
export type MovementAmplitude = (typeof MOVEMENT_AMPLITUDES)[number];

/** Styles of a video. */
export const VIDEO_STYLES = ['general', 'anime'] as const;

/** A style of a video. */
export type VideoStyle = (typeof VIDEO_STYLES)[number];

/** A request to a video provider (endpoint 15 of docs/contract.md). `duration` is in seconds. */
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
  readonly movementAmplitude?: MovementAmplitude;
  readonly style?: VideoStyle;
}

/** A result of a finished task. */
export interface VideoCreation {
  readonly id: string;
  readonly url: string;
  readonly coverUrl?: string;
  readonly watermarkedUrl?: string;
  readonly moderationUrl: readonly string[];
}
