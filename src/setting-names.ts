/** Names that standards and other programs define in families. */
const FAMILIES = /^(?:OTEL|AWS|npm|NODE|COMPOSE|DOCKER|POSTGRES)_/;
/** Shorter names are too near to those of other programs. */
const LENGTH_MIN = 8;
const EDITS_MAX = 2;

/** The number of characters to insert, delete, replace or swap with the next one, to turn one text into the other. */
function editsBetween(a: string, b: string): number {
  let [beforeLast, last] = [[] as number[], Array.from({ length: b.length + 1 }, (_, at) => at)];
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const isSame = a[i - 1] === b[j - 1];
      const isSwapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      row[j] = Math.min(
        last[j]! + 1,
        row[j - 1]! + 1,
        last[j - 1]! + (isSame ? 0 : 1),
        isSwapped ? beforeLast[j - 2]! + 1 : Infinity,
      );
    }
    [beforeLast, last] = [last, row];
  }
  return last[b.length]!;
}

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
