import type { Follower, Outside } from './python-follower.js';
import { pathOf } from './python-paths.js';
import {
  type Arguments,
  constant,
  type Dictionary,
  isNone,
  NONE,
  nowhere,
  type PythonSettings,
  textOf,
  type Value,
} from './python-values.js';

/** Texts that `getboolean` takes for a boolean. */
const BOOLEANS: ReadonlyMap<string, boolean> = new Map([
  ['1', true],
  ['yes', true],
  ['true', true],
  ['on', true],
  ['0', false],
  ['no', false],
  ['false', false],
  ['off', false],
]);

/** The options of each section of a settings file; undefined if another parser is needed to read it. */
function sectionsIn(text: string): Map<string, Map<string, string>> | undefined {
  const sections = new Map<string, Map<string, string>>();
  let options: Map<string, string> | undefined;
  for (const line of text.split(/\r?\n/)) {
    if (/^\s*([#;]|$)/.test(line)) continue;
    const name = /^\[([^\]]+)\]\s*$/.exec(line)?.[1];
    const at = line.search(/[=:]/);
    // Values of several lines, defaults of all sections, and references to other values.
    if (name === 'DEFAULT' || /^\s/.test(line) || line.includes('%')) return undefined;
    if (name !== undefined) sections.set(name, (options = sections.get(name) ?? new Map<string, string>()));
    else if (at > 0 && options) options.set(line.slice(0, at).trim(), line.slice(at + 1).trim());
    else return undefined;
  }
  return sections;
}

const sectionOf = ({ sections }: PythonSettings, name: string | undefined): Dictionary | undefined => {
  const found = name === undefined ? undefined : sections.get(name);
  return found?.kind === 'dictionary' ? found : undefined;
};

/** The value of an option, whose name may be written in upper case. */
const valueIn = (options: Dictionary | undefined, option: string | undefined): Value | undefined =>
  [...(options?.entries.values() ?? [])].find(({ key }) => textOf(key)?.toLowerCase() === option)?.value;

/** Adds the sections of a text. */
function add(follow: Follower, { sections, optionxform }: PythonSettings, text: string | undefined): void {
  follow.charge((text?.length ?? 0) >> 6);
  const keepsCase = optionxform?.kind === 'native' && optionxform.name === 'str';
  const found = text === undefined || (optionxform && !keepsCase) ? undefined : sectionsIn(text);
  if (!found) {
    follow.loosen(sections, nowhere('is read from a file', 'settings'));
    return;
  }
  for (const [name, options] of found) {
    const known = sections.get(name);
    const section = known?.kind === 'dictionary' ? known : follow.dictionary();
    for (const [key, value] of options)
      follow.put(section, constant(keepsCase ? key : key.toLowerCase()), constant(value));
    follow.put(sections, constant(name), section);
  }
}

/** Reads files that exist, as `read` does. */
function read(follow: Follower, settings: PythonSettings, given: Value | undefined): Value | undefined {
  const { items, loose } = given?.kind === 'list' ? follow.itemsOf(given) : { items: given ? [given] : [] };
  const paths = items.map(pathOf);
  for (const path of loose ? [undefined] : paths) {
    if (path !== undefined && follow.files.kindOf(path) === 'nothing') continue;
    const content = path === undefined ? undefined : follow.files.contentOf(path);
    add(follow, settings, typeof content === 'string' ? content : textOf(content));
  }
  return undefined;
}

/** An option, or else the fallback that a call names; undefined if it is unknown. */
function optionOf(settings: PythonSettings, { positional: [section, option], named }: Arguments): Value | undefined {
  const [name, key] = [textOf(section), textOf(option)?.toLowerCase()];
  if (name === undefined || key === undefined) return undefined;
  const options = sectionOf(settings, name);
  const other = options ? undefined : settings.sections.get(name);
  return other ?? valueIn(options, key) ?? options?.loose[0] ?? settings.sections.loose[0] ?? named.get('fallback');
}

const converted = (name: string, value: Value | undefined): Value | undefined => {
  const said = textOf(value);
  if (said === undefined || name === 'get') return value;
  if (name === 'getboolean') {
    const truth = BOOLEANS.get(said.toLowerCase());
    return truth === undefined ? undefined : constant(truth);
  }
  if (name === 'getint') return /^[+-]?\d{1,15}$/.test(said) ? constant(BigInt(said)) : undefined;
  return /^[+-]?\d{1,15}(\.\d{1,15})?$/.test(said) ? constant(Number(said)) : undefined;
};

/** The text of the file that `write` writes; undefined if not all options are known. */
function written({ sections }: PythonSettings): string | undefined {
  const lines: string[] = [];
  for (const { key, value: options } of sections.entries.values()) {
    if (options.kind !== 'dictionary' || options.loose.length > 0) return undefined;
    lines.push(`[${textOf(key) ?? ''}]`);
    for (const { key: option, value } of options.entries.values()) {
      const said = textOf(value);
      if (said === undefined) return undefined;
      lines.push(`${textOf(option) ?? ''} = ${said}`);
    }
  }
  return sections.loose.length > 0 ? undefined : `${lines.join('\n')}\n`;
}

/** A section without one of its options. */
function without(follow: Follower, options: Dictionary, removed: string): Dictionary {
  const left = follow.dictionary();
  for (const because of options.loose) follow.loosen(left, because);
  for (const { key, value } of options.entries.values())
    if (textOf(key)?.toLowerCase() !== removed) follow.put(left, key, value);
  return left;
}

/** Applies a method that changes settings. @returns false for another method, or if the change is unknown */
function change(follow: Follower, settings: PythonSettings, name: string, { positional }: Arguments): boolean {
  const [first, second, third] = positional;
  const [section, option] = [textOf(first), textOf(second)?.toLowerCase()];
  const options = sectionOf(settings, section);
  if (section === undefined || settings.optionxform) return false;
  if (name === 'add_section') follow.put(settings.sections, constant(section), options ?? follow.dictionary());
  else if (name === 'set' && options && option !== undefined && third) follow.put(options, constant(option), third);
  else if (name === 'remove_option' && options && option !== undefined)
    follow.put(settings.sections, constant(section), without(follow, options, option));
  else return false;
  return true;
}

const namesIn = (follow: Follower, { entries }: Dictionary): Value =>
  follow.list(
    'list',
    [...entries.values()].map(({ key }) => key),
  );

/** The result of a method of settings; undefined if it is unknown. */
export function callSettingsMethod(
  follow: Follower,
  settings: PythonSettings,
  name: string,
  given: Arguments,
): Value | undefined {
  const { sections } = settings;
  const [first, second] = given.positional;
  const options = sectionOf(settings, textOf(first));
  follow.charge(((options?.entries.size ?? 0) + sections.entries.size) >> 3);
  const isSection = options !== undefined || sections.get(textOf(first) ?? '') === undefined;
  const isKnown = isSection && sections.loose.length === 0 && (options?.loose ?? []).length === 0;
  switch (name) {
    case 'read':
      return read(follow, settings, first ?? given.named.get('filenames'));
    case 'read_string':
      add(follow, settings, textOf(first));
      return NONE;
    case 'get':
    case 'getboolean':
    case 'getint':
    case 'getfloat':
      return converted(name, optionOf(settings, given));
    case 'has_section':
      return isKnown && textOf(first) !== undefined ? constant(options !== undefined) : undefined;
    case 'has_option': {
      const option = textOf(second)?.toLowerCase();
      return isKnown && option !== undefined ? constant(valueIn(options, option) !== undefined) : undefined;
    }
    case 'sections':
      return isKnown ? namesIn(follow, sections) : undefined;
    case 'options':
      return isKnown && options ? namesIn(follow, options) : undefined;
    case 'items': {
      const pairs = [...(options?.entries.values() ?? [])].map(({ key, value }) => follow.list('tuple', [key, value]));
      return isKnown && options ? follow.list('list', pairs) : undefined;
    }
    case 'write': {
      const text = written(settings);
      follow.charge((text?.length ?? 0) >> 6);
      if (first?.kind === 'file')
        follow.write(first.path, text === undefined ? nowhere('is computed', 'settings') : constant(text));
      return NONE;
    }
    default:
      if (change(follow, settings, name, given)) return NONE;
      follow.loosen(sections, nowhere('is computed', 'settings'));
      return undefined;
  }
}

const settings: Outside = (follow, { positional, named }) => {
  const isPlain =
    positional.length === 0 && [...named].every(([name, value]) => name === 'interpolation' && isNone(value));
  return isPlain ? { kind: 'settings', sections: follow.dictionary(), optionxform: undefined } : undefined;
};

/** Classes that read settings, by their dotted names. */
export const SETTINGS: Readonly<Record<string, Outside>> = {
  'configparser.ConfigParser': settings,
  'configparser.RawConfigParser': settings,
  'configparser.SafeConfigParser': settings,
};
