/** What looks like a credential: our tokens, signed tokens, secrets of webhooks, tokens of repository hosts. */
const CREDENTIAL =
  /xrt_[0-9A-Za-z]{8,}|eyJ[\w-]{12,}(?:\.[\w-]*)*|whsec_[\w+/=]{8,}|\bgh[pousr]_[0-9A-Za-z]{8,}|github_pat_\w{8,}|glpat-[\w-]{8,}/g;

/** A text that may be told or logged: credentials that somebody put where none belongs are left out. */
export function withoutCredentials(text: string): string {
  return text.replace(CREDENTIAL, '[secret]');
}
