/** Limit of the bytes of a JSON response in UTF-8, in REST and GraphQL. */
export const ANSWER_BYTES = 8 * 1024 * 1024;
