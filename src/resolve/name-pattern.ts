/** Limit of the characters of a pattern. */
const PATTERN_MAX = 500;
/** Limit of the alternatives that a pattern expands to. */
const ALTERNATIVES_MAX = 64;
/** Minimum of literal characters in an alternative, so that it does not match nearly every name. */
const LITERALS_MIN = 4;
const ANCHORED_LITERALS_MIN = 2;

/** One alternative of a pattern: literal texts that must occur in a name in this order. */
interface Alternative {
  readonly isStart: boolean;
  readonly isEnd: boolean;
  readonly parts: readonly string[];
  /** The parts as one text. */
  readonly literals: string;
}

type Token = { readonly literal: string } | 'start' | 'end' | 'any';

/** A pattern of core-node names. */
export interface NamePattern {
  /** Returns the number of literal characters of the longest alternative that matches; 0 if none matches. */
  readonly match: (name: string) => number;
  /** The bits of `charactersOf` that every matching name has. */
  readonly characters: number;
  /** True if each alternative requires a literal beginning or end of the name. */
  readonly isAnchored: boolean;
}

/** Parses the accepted subset of regular expressions by recursive descent. `undefined` means "not accepted". */
class PatternParser {
  #at = 0;

  constructor(private readonly pattern: string) {}

  parse(): Token[][] | undefined {
    const found = this.#alternatives();
    return this.#at === this.pattern.length ? found : undefined;
  }

  #alternatives(): Token[][] | undefined {
    const all: Token[][] = [];
    do {
      const sequences = this.#sequences();
      if (!sequences || all.length + sequences.length > ALTERNATIVES_MAX) return undefined;
      all.push(...sequences);
    } while (this.#takes('|'));
    return all;
  }

  /** Parses a sequence of items. A group with alternatives results in several sequences. */
  #sequences(): Token[][] | undefined {
    let sequences: Token[][] = [[]];
    while (this.#at < this.pattern.length && !'|)'.includes(this.pattern[this.#at]!)) {
      const items = this.#item();
      if (!items || sequences.length * items.length > ALTERNATIVES_MAX) return undefined;
      sequences = sequences.flatMap((sequence) => items.map((item) => [...sequence, ...item]));
    }
    return sequences;
  }

  #item(): Token[][] | undefined {
    const character = this.pattern[this.#at++]!;
    if (character === '(') {
      const inner = this.#alternatives();
      return this.#takes(')') && !this.#isRepeated() ? inner : undefined;
    }
    if (character === '^') return [['start']];
    if (character === '$') return [['end']];
    if (character === '.') return this.#takes('*') && !this.#isRepeated() ? [['any']] : undefined;
    const literal = character === '\\' ? this.pattern[this.#at++] : character;
    // After a backslash, letters and digits are not literal: they are character classes, back references and similar.
    const isLiteral =
      literal !== undefined && (character === '\\' ? !/[A-Za-z0-9]/.test(literal) : !/[[\]{}*+?]/.test(literal));
    return isLiteral && !this.#isRepeated() ? [[{ literal }]] : undefined;
  }

  #isRepeated(): boolean {
    return this.#at < this.pattern.length && '*+?{'.includes(this.pattern[this.#at]!);
  }

  #takes(character: string): boolean {
    if (this.pattern[this.#at] !== character) return false;
    this.#at++;
    return true;
  }
}

function toAlternative(tokens: readonly Token[]): Alternative | undefined {
  const isStart = tokens[0] === 'start';
  const isEnd = tokens.at(-1) === 'end';
  const inner = tokens.slice(isStart ? 1 : 0, isEnd ? -1 : undefined);
  if (inner.includes('start') || inner.includes('end')) return undefined;
  const parts = [''];
  for (const token of inner) {
    if (token === 'any') parts.push('');
    else parts[parts.length - 1] += (token as { literal: string }).literal;
  }
  const literals = parts.join('');
  const isAnchored = (isStart && parts[0] !== '') || (isEnd && parts.at(-1) !== '');
  return literals.length >= (isAnchored ? ANCHORED_LITERALS_MIN : LITERALS_MIN)
    ? { isStart, isEnd, parts, literals }
    : undefined;
}

/** True if a name contains the parts in their order. Each part is searched for once, so the time is linear. */
function matches({ isStart, isEnd, parts }: Alternative, name: string): boolean {
  const last = isEnd ? parts.at(-1)! : '';
  const end = name.length - last.length;
  if (!name.endsWith(last)) return false;
  // A single part with both anchors must equal the whole name.
  if (isStart && isEnd && parts.length === 1) return name === last;
  const searched = isEnd ? parts.length - 1 : parts.length;
  let at = 0;
  for (let index = 0; index < searched; index++) {
    const part = parts[index]!;
    const found = index === 0 && isStart ? (name.startsWith(part) ? 0 : -1) : name.indexOf(part, at);
    if (found === -1) return false;
    at = found + part.length;
  }
  return at <= end;
}

/** The set of characters of a text, in 32 bits. A text that contains another one has all bits of the other one. */
export function charactersOf(text: string): number {
  let bits = 0;
  for (let at = 0; at < text.length; at++) bits |= 1 << (text.charCodeAt(at) & 31);
  return bits;
}

function longestMatch(alternatives: readonly Alternative[], name: string): number {
  let longest = 0;
  for (const one of alternatives)
    if (one.literals.length > longest && matches(one, name)) longest = one.literals.length;
  return longest;
}

/**
 * Compiles a pattern of core-node names. Imported catalogues have patterns for nodes whose names can't be listed.
 * Accepts a subset of regular expressions that is matched in linear time: literal characters, `^`, `$`, `.*`,
 * alternatives and groups.
 * @returns `undefined` if the pattern contains anything else, is too long, or could match nearly every name
 */
export function compileNamePattern(pattern: string): NamePattern | undefined {
  if (pattern.length > PATTERN_MAX) return undefined;
  const alternatives = new PatternParser(pattern).parse()?.map(toAlternative);
  if (!alternatives || alternatives.includes(undefined)) return undefined;
  const all = alternatives as Alternative[];
  return {
    match: (name) => longestMatch(all, name),
    characters: all.reduce((common, { literals }) => common & charactersOf(literals), ~0),
    isAnchored: all.every(
      ({ isStart, isEnd, parts }) => (isStart && parts[0] !== '') || (isEnd && parts.at(-1) !== ''),
    ),
  };
}
