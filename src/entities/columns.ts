import { p } from '@mikro-orm/core';

/** A point in time, kept to the millisecond: what a caller was shown compares equal to what is stored. */
export const moment = () => p.datetime().columnType('timestamptz(3)');

/** A list of texts, empty when nothing is said. */
export const texts = () => p.array().$type<string[]>().columnType('text[]').default([]);
