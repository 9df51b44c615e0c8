/**
 * Converts a timestamp of the database to ISO 8601 in UTC with milliseconds. All connections use UTC. The drivers
 * return `2026-11-21 10:45:52.12+00`, JSON has `2026-11-21T10:45:52.12+00:00`; both become `2026-11-21T10:45:52.120Z`.
 */
export function isoTime(text: string): string {
  const date = text.includes('T') ? text.indexOf('T') : text.indexOf(' ');
  const end = text.indexOf('+', date);
  const time = end < 0 ? text.slice(date + 1) : text.slice(date + 1, end);
  // Hours, minutes and seconds take eight characters; a point and up to six digits follow.
  return `${text.slice(0, date)}T${time.slice(0, 8)}.${time.slice(9, 12).padEnd(3, '0')}Z`;
}
