import { createHash, randomInt } from 'node:crypto';

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const PREFIX = 'xrt_';
const FORM = /^xrt_[0-9A-Za-z]{46}$/;

const hexDigest = (text: string): string => createHash('sha256').update(text).digest('hex');

/** Six base-62 characters that detect mistyped tokens without a database lookup. */
function checksum(body: string): string {
  let rest = BigInt(`0x${hexDigest(body).slice(0, 16)}`);
  let text = '';
  for (let index = 0; index < 6; index++) {
    text += ALPHABET[Number(rest % 62n)];
    rest /= 62n;
  }
  return text;
}

/** A new personal access token: `xrt_`, 40 random base-62 characters, 6 of checksum. Shown once, never stored. */
export function makeTokenSecret(): string {
  let body = '';
  for (let index = 0; index < 40; index++) body += ALPHABET[randomInt(62)];
  return PREFIX + body + checksum(body);
}

/** True if a text has the prefix of personal access tokens, valid or not. */
export function looksLikeTokenSecret(text: string): boolean {
  return text.startsWith(PREFIX);
}

/** True if format and checksum are valid. */
export function isTokenSecret(text: string): boolean {
  return FORM.test(text) && checksum(text.slice(4, 44)) === text.slice(44);
}

/** The stored hash of a token: SHA-256 in hexadecimal. */
export function hashTokenSecret(secret: string): string {
  return hexDigest(secret);
}
