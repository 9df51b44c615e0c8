import { text } from './python-builtins.js';
import type { Follower, Outside } from './python-follower.js';
import { PLACE } from './python-files.js';
import { CALL_RESULT } from './python-reasons.js';
import { type Arguments, type Callable, constant, isNone, NONE, nowhere, textOf, type Value } from './python-values.js';

const PATTERN_MAX = 200;
const TEXT_MAX = 20_000;
const FLAGS: Readonly<Record<string, string>> = {
  're.I': 'i',
  're.IGNORECASE': 'i',
  're.M': 'm',
  're.MULTILINE': 'm',
  're.S': 's',
  're.DOTALL': 's',
};

/** In Python, `$` also matches before a line end at the end of a text. Escapes and sets stay the same. */
const END = /\\.|\[\^?\]?(?:\\.|[^\]\\]){0,200}\]|\$/gs;

/**
 * A regular expression of Python in JavaScript's form; undefined for one that may mean another thing there. It may only
 * be used on ASCII texts, for which both have the same classes of characters.
 */
function translated(pattern: string, flags: string): RegExp | undefined {
  if (pattern.length > PATTERN_MAX || !/^[\x20-\x7e\n\t]*$/.test(pattern)) return undefined;
  // Groups that JavaScript lacks, references and escapes that differ, and sets of both languages' newer kinds.
  if (
    /\(\?(?![:=!]|<[=!]|P<)|\\[^\w\s]?[1-9]|\\[AZzGpPuUNxkgQEeac0]|\[\[|\[\]|\[\^\]|--|&&|~~|\|\||[*+?}]\+/.test(
      pattern,
    )
  )
    return undefined;
  try {
    const ended = flags === 'm' ? pattern : pattern.replace(END, (part) => (part === '$' ? '(?=\\n?$)' : part));
    return new RegExp(ended.replaceAll('(?P<', '(?<'), `g${flags}`);
  } catch {
    return undefined;
  }
}

function expressionOf(pattern: Value | undefined, flags: Value | undefined): RegExp | undefined {
  const said = textOf(pattern);
  const flag = flags === undefined ? '' : flags.kind === 'unknown' ? FLAGS[flags.outside ?? ''] : undefined;
  return said === undefined || flag === undefined ? undefined : translated(said, flag);
}

/** Parts of patterns that may match other letters in one of the languages. */
const DEPENDS_ON_LETTERS = /\\[wWdDsSbB]/;

/** A text on which both languages match a pattern alike. */
function subjectOf(value: Value | undefined, { source, flags }: RegExp): string | undefined {
  const said = textOf(value);
  const isAlike =
    said !== undefined &&
    (/^[\t\n\x20-\x7e]*$/.test(said) ||
      (!DEPENDS_ON_LETTERS.test(source) && flags === 'g' && !/[\n\r\u2028\u2029\uD800-\uFFFF]/.test(said)));
  return isAlike && said.length <= TEXT_MAX ? said : undefined;
}

/** Limit of the steps of a match: a pattern with n repetitions may take the n-th power of the length of the text. */
const MATCH_STEPS_MAX = 4_000_000;
/** A character, set or escape of a pattern, or the beginning or end of a group, with its repetition. */
const PATTERN_PART = /(\\.|\[\^?\]?(?:\\.|[^\]\\]){0,200}\]|\(|\)|[^*+?{}])([*+?]|\{\d*(?:,\d*)?\})?/gs;

/** True for a pattern that may take too long for a text: with repetitions in repeated groups, or with too many. */
function mayTakeLong(pattern: string, length: number): boolean {
  let repetitions = 0;
  /** For each open group, whether it contains a repetition or an alternative. */
  const open: boolean[] = [];
  for (const [, part, times = ''] of pattern.matchAll(PATTERN_PART)) {
    const isRepeated = /[*+{]/.test(times);
    if (part === '(') open.push(false);
    else if (part === ')') {
      const isCompound = open.pop() ?? false;
      if (isRepeated && isCompound) return true;
      if (isCompound && open.length > 0) open[open.length - 1] = true;
    } else if ((part === '|' || isRepeated) && open.length > 0) open[open.length - 1] = true;
    if (isRepeated) repetitions++;
  }
  return length ** Math.max(1, repetitions) > MATCH_STEPS_MAX;
}

/** What `re.sub` puts in place of a match; undefined if that is not known. */
type Replacement = (match: RegExpExecArray) => string | undefined;

/** A replacement, which is a text or a function; undefined if it refers to groups in a way that is not followed. */
function replacementOf(follow: Follower, given: Arguments): Replacement | undefined {
  const [, value] = given.positional;
  if (value?.kind === 'function' || value?.kind === 'bound')
    return (match) => {
      const positional = [matchOf(follow, given, match)];
      const answer = follow.call(value, { positional, named: new Map() }, (why) => nowhere(why, ''));
      const put = isNone(answer) ? '' : textOf(answer);
      return put?.includes(PLACE) ? undefined : put;
    };
  const said = textOf(value);
  if (said === undefined || said.includes(PLACE) || /\\(?!\d(?!\d)|g<\d>)/.test(said)) return undefined;
  return (match) =>
    said.replace(/\\(?:(\d)|g<(\d)>)/g, (_whole, a?: string, b?: string) => match[Number(a ?? b)] ?? '');
}

function substituted(follow: Follower, given: Arguments): Value | undefined {
  const { positional, named } = given;
  const [pattern, , subject] = positional;
  const expression = expressionOf(pattern, named.get('flags') ?? positional[4]);
  const [said, replace] = [expression && subjectOf(subject, expression), replacementOf(follow, given)];
  if (!expression || said === undefined || !replace || named.has('count') || positional[3]) return undefined;
  if (mayTakeLong(expression.source, said.length)) return undefined;
  follow.charge(said.length);
  let written = '';
  let at = 0;
  for (const match of said.matchAll(expression)) {
    const put = replace(match);
    if (put === undefined || written.length + put.length > TEXT_MAX) return undefined;
    written += said.slice(at, match.index) + put;
    at = match.index + match[0].length;
  }
  return text(written + said.slice(at));
}

/** A match, with its groups by number and name. */
function matchOf(follow: Follower, given: Arguments, found: RegExpExecArray): Value {
  const groupOf = (key: Value | undefined): Value | undefined => {
    if (key === undefined) return constant(found[0]);
    if (key.kind !== 'constant') return undefined;
    const { value } = key;
    const groups: object = typeof value === 'bigint' ? found : (found.groups ?? {});
    if (!Object.hasOwn(groups, String(value)) || value === 'length') return undefined;
    const group = (groups as Record<string, string | undefined>)[String(value)];
    return group === undefined ? NONE : constant(group);
  };
  const names = follow.dictionary();
  const group: Method = ({ positional }) => {
    const groups = positional.length === 0 ? [groupOf(undefined)] : positional.map(groupOf);
    if (groups.includes(undefined)) return nowhere('is no known group', '');
    return groups.length === 1 ? groups[0]! : follow.list('tuple', groups as Value[]);
  };
  const groups: Method = () =>
    follow.list(
      'tuple',
      found.slice(1).map((one: string | undefined) => (one === undefined ? NONE : constant(one))),
    );
  names.set('group', { kind: 'callable', call: group });
  names.set('groups', { kind: 'callable', call: groups });
  return { kind: 'made', of: 're.Match', given, names };
}

/** Matches a text as `re.match`, `re.search` or `re.fullmatch`. */
const matched =
  (from: '^' | '', to: '$' | ''): Outside =>
  (follow, given) => {
    const [pattern, subject, flags] = given.positional;
    const expression = expressionOf(pattern, flags ?? given.named.get('flags'));
    const said = expression && subjectOf(subject, expression);
    if (!expression || said === undefined || mayTakeLong(expression.source, said.length)) return undefined;
    follow.charge(said.length);
    const found = new RegExp(`${from}(?:${expression.source})${to}`, expression.flags).exec(said);
    return found ? matchOf(follow, given, found) : NONE;
  };

type Method = Callable['call'];

/** Functions of `re` on known patterns and texts, by their dotted names. */
export const PATTERNS: Readonly<Record<string, Outside>> = {
  're.compile': (follow, given) => {
    const [pattern, flags] = given.positional;
    if (!expressionOf(pattern, flags ?? given.named.get('flags'))) return undefined;
    const names = follow.dictionary();
    const all = new Map(flags ? [['flags', flags]] : given.named);
    for (const name of ['match', 'search', 'fullmatch', 'sub', 'findall', 'split']) {
      const call: Method = ({ positional, named }, because) =>
        PATTERNS[`re.${name}`]!(follow, {
          positional: [pattern!, ...positional],
          named: new Map([...named, ...all]),
        }) ?? because(CALL_RESULT);
      names.set(name, { kind: 'callable', call });
    }
    return { kind: 'made', of: 're.Pattern', given, names };
  },
  're.match': matched('^', ''),
  're.search': matched('', ''),
  're.fullmatch': matched('^', '$'),
  're.sub': substituted,
  're.findall': (follow, { positional: [pattern, subject, flags], named }) => {
    const expression = expressionOf(pattern, flags ?? named.get('flags'));
    const said = expression && subjectOf(subject, expression);
    if (!expression || said === undefined || mayTakeLong(expression.source, said.length)) return undefined;
    follow.charge(said.length);
    const found = [...said.matchAll(expression)].map(([whole, ...groups]) => {
      const texts = groups.map((group) => constant(group ?? ''));
      return texts.length === 0 ? constant(whole) : texts.length === 1 ? texts[0]! : follow.list('tuple', texts);
    });
    return follow.list('list', found);
  },
  're.split': (follow, { positional: [pattern, subject, most], named }) => {
    const expression = expressionOf(pattern, named.get('flags'));
    const said = expression && subjectOf(subject, expression);
    if (!expression || said === undefined || most || named.has('maxsplit') || /\((?!\?)/.test(textOf(pattern)!))
      return undefined;
    if (mayTakeLong(expression.source, said.length)) return undefined;
    follow.charge(said.length);
    // The two differ in where they split at matches of nothing.
    if (expression.test('')) return undefined;
    expression.lastIndex = 0;
    return follow.list('list', said.split(expression).map(constant));
  },
  're.escape': (_follow, { positional: [given] }) => {
    const said = subjectOf(given, /\w/g);
    return said === undefined ? undefined : constant(said.replace(/[\\^$.|?*+(){}[\]\-&#~ \t\n\r\v\f]/g, '\\$&'));
  },
};
