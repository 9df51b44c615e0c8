const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** True for a UUID with hyphens, in upper or lower case. */
export function isUuid(text: string): boolean {
  return UUID.test(text);
}
