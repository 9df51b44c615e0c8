/** Matches personal access tokens, JWTs, webhook secrets and tokens of repository hosts. */
const CREDENTIAL =
  /xrt_[0-9A-Za-z]{8,}|eyJ[\w-]{12,}(?:\.[\w-]*)*|whsec_[\w+/=]{8,}|\bgh[pousr]_[0-9A-Za-z]{8,}|github_pat_\w{8,}|glpat-[\w-]{8,}/g;

/** Redacts credentials in a text, so that it can be logged or sent to a caller. */
export function withoutCredentials(text: string): string {
  return text.replace(CREDENTIAL, '[secret]');
}
