/** Returns the number of repetitions of a test: `usual` in `npm test`, `long` in `npm run test:faults`. */
export function bounded({ usual, long }: { readonly usual: number; readonly long: number }): number {
  return process.env['TEST_FAULTS'] === undefined ? usual : long;
}
