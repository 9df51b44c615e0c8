/** The most bytes of a response as JSON in UTF-8, in both interfaces. */
export const ANSWER_BYTES = 8 * 1024 * 1024;
