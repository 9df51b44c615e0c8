import { createHash, randomInt } from 'node:crypto';

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const PREFIX = 'xrt_';
const FORM = /^xrt_[0-9A-Za-z]{46}$/;

const hexDigest = (text: string): string => createHash('sha256').update(text).digest('hex');

/** Six base-62 characters that tell a mistyped token from a real one without asking the database. */
function checksum(body: string): string {
  let rest = BigInt(`0x${hexDigest(body).slice(0, 16)}`);
  let text = '';
  for (let place = 0; place < 6; place++) {
    text += ALPHABET[Number(rest % 62n)];
    rest /= 62n;
  }
  return text;
}

/** A new personal access token: `xrt_`, 40 random base-62 characters, 6 of checksum. Shown once, never stored. */
export function makeTokenSecret(): string {
  let body = '';
  for (let place = 0; place < 40; place++) body += ALPHABET[randomInt(62)];
  return PREFIX + body + checksum(body);
}

/** True for a text that looks like a personal access token, whether or not it is a real one. */
export function looksLikeTokenSecret(text: string): boolean {
  return text.startsWith(PREFIX);
}

/** True where form and checksum are right. */
export function isTokenSecret(text: string): boolean {
  return FORM.test(text) && checksum(text.slice(4, 44)) === text.slice(44);
}

/** What is kept of a token: its SHA-256, in hex. */
export function hashTokenSecret(secret: string): string {
  return hexDigest(secret);
}
