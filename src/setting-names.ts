import { editsBetween } from './values/edits.js';

/** Names that standards and other programs define in families. */
const FAMILIES = /^(?:OTEL|AWS|npm|NODE|COMPOSE|DOCKER|POSTGRES)_/;
/** Shorter names are too near to those of other programs. */
const LENGTH_MIN = 8;
const EDITS_MAX = 2;

/**
 * Finds variables that look like misspelt settings, because a start with them would silently use the default.
 * @returns one line per variable
 */
export function misspelt(
  variables: Readonly<Record<string, string | undefined>>,
  settings: readonly string[],
): string[] {
  const known = new Set(settings);
  return Object.keys(variables).flatMap((name) => {
    if (known.has(name) || name.length < LENGTH_MIN || FAMILIES.test(name) || !variables[name]?.trim()) return [];
    const near = settings.find(
      (setting) =>
        setting.length >= LENGTH_MIN &&
        Math.abs(setting.length - name.length) <= EDITS_MAX &&
        editsBetween(setting, name.toUpperCase().replaceAll('-', '_')) <= EDITS_MAX,
    );
    return near === undefined ? [] : [`${name} is not a setting. Did you mean ${near}? Rename or remove it`];
  });
}

/** Returns the names in a file of settings that are no settings, except those of other programs. */
export function unknownIn(file: Readonly<Record<string, string | undefined>>, settings: readonly string[]): string[] {
  return Object.keys(file).filter((name) => !settings.includes(name) && !FAMILIES.test(name));
}
