const counts = new Intl.NumberFormat('en', { notation: 'compact', maximumFractionDigits: 1 });
const exact = new Intl.NumberFormat('en');
const days = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeZone: 'UTC' });
const minutes = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC' });

/** Formats a count in compact form, such as 1.2K. */
export const compactCount = (value: number): string => counts.format(value);

/** Formats a count with all digits, such as 1,234. */
export const exactCount = (value: number): string => exact.format(value);

/** Formats the day of an ISO 8601 time, in UTC. */
export const dayOf = (time: string): string => days.format(new Date(time));

/** Formats a size, such as 1.5 MB (1,500,000 bytes). */
export function byteSize(bytes: number): string {
  const units = ['bytes', 'kB', 'MB', 'GB'];
  let value = bytes;
  let unit = 0;
  while (value >= 1000 && unit < units.length - 1) {
    value /= 1000;
    unit++;
  }
  return `${unit === 0 ? value : value.toFixed(1)} ${units[unit]}`;
}

/** Returns an http(s) URL without credentials, which a page may link to; `undefined` for anything else. */
export function webAddress(text: string | null | undefined): string | undefined {
  if (!text || !URL.canParse(text)) return undefined;
  const url = new URL(text);
  return (url.protocol === 'https:' || url.protocol === 'http:') && url.username === '' ? url.href : undefined;
}

/** Returns the last part of a classifier, such as `NVIDIA CUDA`. */
export const classifierName = (classifier: string): string => classifier.split('::').at(-1)!.trim();

/** Formats the day, hour and minute of an ISO 8601 time, in UTC. */
export const minuteOf = (time: string): string => minutes.format(new Date(time));

/** Returns the name of a version's status without its prefix, such as Active. */
export const statusName = (status: string): string => status.replace(/^NodeVersionStatus/, '');
