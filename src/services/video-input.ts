import { z } from 'zod';
import { invalidInput } from '../errors/app-error.js';
import type { Settings } from '../settings.js';
import { parseInput } from '../values/parse.js';
import { optionalFlag, text } from '../values/fields.js';
import { isPrivateUrl } from '../values/private-address.js';
import { MOVEMENT_AMPLITUDES, VIDEO_STYLES, type VideoRequest } from '../values/video.js';

const DATA_URI_HEAD = /^data:image\/(?:png|jpeg|webp);base64,/;
// Searches for an invalid character: a pattern that matches millions of valid ones would overflow the regex engine's
// stack.
const NO_BASE64 = /[^A-Za-z0-9+/]/;
const ADDRESS_MAX = 8000;

function isImage(value: string): boolean {
  if (value.startsWith('data:')) {
    const head = DATA_URI_HEAD.exec(value)?.[0];
    const content = head === undefined ? '' : value.slice(head.length).replace(/={1,2}$/, '');
    return content !== '' && !NO_BASE64.test(content);
  }
  return value.length <= ADDRESS_MAX && /^https?:\/\//i.test(value) && URL.canParse(value);
}

const blankToAbsent = <T>(value: T | null | undefined): T | undefined =>
  value === null || value === '' ? undefined : value;

const optional = (max: number) => text(max).nullish().transform(blankToAbsent);

// A union, because clients send an empty string instead of no value. Its default message would not list the choices.
const choice = <Name extends string>(...names: readonly [Name, ...Name[]]) => {
  const error = `takes ${names.join(', ').replace(/, ([^,]*)$/, ' or $1')}`;
  return z
    .union([z.enum(names), z.literal('')], { error })
    .nullish()
    .transform(blankToAbsent);
};

const callback = (exempt: readonly string[]) =>
  text(2000)
    .nullish()
    .transform(blankToAbsent)
    .refine(
      (value) => value === undefined || (/^https?:\/\//i.test(value) && URL.canParse(value)),
      'takes an http or https address',
    )
    .refine(
      (value) => value === undefined || !URL.canParse(value) || !isPrivateUrl(new URL(value), exempt),
      'must not lead to a loopback, private, link-local or metadata address',
    );

function imagesInput(count: number) {
  return z
    .array(z.string({ error: 'takes a text' }), { error: 'takes a list of addresses or data URIs' })
    .superRefine((images, context) => {
      if (images.length !== count)
        context.addIssue({
          code: 'custom',
          message: `takes exactly ${count}${count === 2 ? ' (start, end)' : ''}, not ${images.length}`,
        });
      images.slice(0, count).forEach((image, index) => {
        if (!isImage(image))
          context.addIssue({
            code: 'custom',
            path: [index],
            message: 'takes an http or https address or a data URI of png, jpeg or webp',
          });
      });
    });
}

/** Returns the input schema of a video task, within the limits of the settings. */
export function videoTaskInput({
  VIDEO_IMAGES: images,
  VIDEO_MAX_PROMPT: prompt,
  VIDEO_MIN_DURATION: least,
  VIDEO_MAX_DURATION: most,
  CALLBACK_EXEMPT_HOSTS: exempt,
}: Settings) {
  const seconds = `takes ${least} to ${most} seconds`;
  return z.object({
    model: text(200).min(1, 'takes the name of a model'),
    prompt: optional(prompt),
    images: imagesInput(images),
    aspectRatio: optional(50),
    resolution: optional(50),
    duration: z
      .int({ error: 'takes a whole number of seconds' })
      .min(least, seconds)
      .max(most, seconds)
      .nullish()
      .transform(blankToAbsent),
    seed: z.int32({ error: 'takes a whole number of 32 bits' }).nullish().transform(blankToAbsent),
    priority: z.int32({ error: 'takes a whole number of 32 bits' }).nullish().transform(blankToAbsent),
    enhance: optionalFlag.transform((value) => value ?? undefined),
    callbackUrl: callback(exempt),
    movementAmplitude: choice(...MOVEMENT_AMPLITUDES),
    style: choice(...VIDEO_STYLES),
  });
}

type Parsed = z.output<ReturnType<typeof videoTaskInput>>;

function faultsOfModel(task: Parsed, models: NonNullable<Settings['VIDEO_MODELS']>): string[] {
  const model = Object.hasOwn(models, task.model) ? models[task.model] : undefined;
  if (!model) return [`model: takes one of ${Object.keys(models).join(', ')}`];
  const faults: string[] = [];
  if (model.durations && task.duration !== undefined && !model.durations.includes(task.duration))
    faults.push(`duration: ${task.model} takes ${model.durations.join(', ')}`);
  if (model.resolutions && task.resolution !== undefined && !model.resolutions.includes(task.resolution))
    faults.push(`resolution: ${task.model} takes ${model.resolutions.join(', ')}`);
  return faults;
}

/**
 * Parses a video task (docs/contract.md, "Video tasks").
 * @throws INVALID_INPUT with one line per invalid value
 */
export function parseVideoTask(input: unknown, settings: Settings): VideoRequest & { callbackUrl?: string } {
  const task = parseInput(videoTaskInput(settings), input);
  const faults = settings.VIDEO_MODELS ? faultsOfModel(task, settings.VIDEO_MODELS) : [];
  if (faults.length > 0) throw invalidInput(faults);
  return Object.fromEntries(
    Object.entries(task).filter(([, value]) => value !== undefined),
  ) as unknown as VideoRequest & { callbackUrl?: string };
}
