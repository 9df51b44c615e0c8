/** Which number a test runs with: the bounded one of `npm test`, or the one of `npm run test:faults`. */
export function bounded({ usual, long }: { readonly usual: number; readonly long: number }): number {
  return process.env['TEST_FAULTS'] === undefined ? usual : long;
}
