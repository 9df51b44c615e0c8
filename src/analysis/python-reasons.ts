import type { Unknown } from './python-values.js';

/** Why the result of a call is unknown. */
export const CALL_RESULT = 'is the answer of a call';

/** Why a decorated class or function is unknown. */
export const DECORATED = 'is a decorator that can’t be followed';

/** Why a class with a metaclass is unknown. */
export const METACLASS = 'makes the class in its own way';

/** Why a class is unknown although it certainly is a class. */
export const ONE_OF_CLASSES = 'is one of several classes';

/** Why `getattr` has no result: it raises an error. */
export const NO_ATTRIBUTE = 'has no such attribute';

/** Why what follows in a source is unknown: the source can't be parsed. */
export const NOT_PYTHON = 'is no Python that can be read';

/** Why what follows is unknown: the work limit is reached. */
export const TOO_MUCH = 'takes too much to find out';

const OF_OBJECTS: ReadonlySet<string> = new Set([CALL_RESULT, DECORATED, METACLASS, ONE_OF_CLASSES]);
const OF_SOURCES: ReadonlySet<string> = new Set([NOT_PYTHON, TOO_MUCH]);

/** True if the object exists although its value is unknown: one of a library, or one that a call or decorator makes. */
export const isObject = ({ why, outside }: Unknown): boolean => outside !== undefined || OF_OBJECTS.has(why);

/** True if a value is unknown because a source could not be read or followed. */
export const isUnread = ({ why }: Unknown): boolean => OF_SOURCES.has(why);
