import { Lexer, Source, TokenKind } from 'graphql';
import { AppError, invalidInput } from '../errors/app-error.js';
import { type JsonBounds, parseBoundedJson } from '../values/bounded-json.js';

/** Limits of a request body. Those of its variables are lower, except for workflows. */
const BODY_BOUNDS: JsonBounds = { depth: 200, values: 400_000, names: 20_000 };

/**
 * Parses the body of a request.
 * @throws INVALID_JSON; INVALID_INPUT if a limit is exceeded or a name occurs twice in one object
 */
export const parseBody = (text: Buffer): unknown => parseBoundedJson(text, BODY_BOUNDS, 'body');

/** The maximum length of a document. Only variables may be larger, because they can contain images. */
const CHARACTERS_MAX = 100_000;
export const MAX_TOKENS = 10_000;

/** Limits of a document. Real documents are far below them, and they keep validation fast. */
const LIMITS = {
  depth: { most: 20, what: 'levels of fields' },
  nesting: { most: 100, what: 'levels of brackets' },
  aliases: { most: 250, what: 'aliases' },
  directives: { most: 50, what: 'directives' },
  fragments: { most: 100, what: 'fragments and fragment spreads' },
  repetitions: { most: 500, what: 'repetitions of one name' },
} as const;

const OPENING: ReadonlySet<TokenKind> = new Set([TokenKind.PAREN_L, TokenKind.BRACE_L, TokenKind.BRACKET_L]);
const CLOSING: ReadonlySet<TokenKind> = new Set([TokenKind.PAREN_R, TokenKind.BRACE_R, TokenKind.BRACKET_R]);

type Counts = Record<keyof typeof LIMITS, number>;

/**
 * Counts the tokens of a document that LIMITS apply to, in linear time. Stops at a syntax error and at MAX_TOKENS.
 */
function countsOf(text: string): Counts {
  const counts: Counts = { depth: 0, nesting: 0, aliases: 0, directives: 0, fragments: 0, repetitions: 0 };
  const names = new Map<string, number>();
  const lexer = new Lexer(new Source(text));
  let depth = 0;
  let inArguments = 0;
  let nesting = 0;
  try {
    for (let read = 0; read < MAX_TOKENS; read++) {
      const { kind, value } = lexer.advance();
      if (kind === TokenKind.EOF) break;
      if (OPENING.has(kind)) counts.nesting = Math.max(counts.nesting, ++nesting);
      else if (CLOSING.has(kind)) nesting--;
      if (kind === TokenKind.PAREN_L) inArguments++;
      else if (kind === TokenKind.PAREN_R) inArguments--;
      else if (kind === TokenKind.AT) counts.directives++;
      else if (kind === TokenKind.SPREAD) counts.fragments++;
      else if (kind === TokenKind.NAME) {
        const times = (names.get(value) ?? 0) + 1;
        names.set(value, times);
        counts.repetitions = Math.max(counts.repetitions, times);
      } else if (inArguments === 0) {
        if (kind === TokenKind.BRACE_L) counts.depth = Math.max(counts.depth, ++depth);
        else if (kind === TokenKind.BRACE_R) depth--;
        else if (kind === TokenKind.COLON) counts.aliases++;
      }
    }
  } catch {
    // The parser reports the syntax error later.
  }
  return counts;
}

/** The error for a document that exceeds a limit, before it is parsed; `undefined` if it exceeds none. */
export function faultOfDocument(text: string): AppError | undefined {
  if (text.length > CHARACTERS_MAX)
    return invalidInput([`query: takes a document of at most ${CHARACTERS_MAX} characters`]);
  const counts = countsOf(text);
  const broken = (Object.keys(LIMITS) as (keyof typeof LIMITS)[]).find((name) => counts[name] > LIMITS[name].most);
  return (
    broken &&
    new AppError(
      'QUERY_TOO_COSTLY',
      `The document has ${counts[broken]} ${LIMITS[broken].what}; the limit is ${LIMITS[broken].most}.`,
    )
  );
}
