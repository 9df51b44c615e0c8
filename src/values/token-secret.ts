import { createHash, randomInt } from 'node:crypto';

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const PREFIX = 'xrt_';
const FORM = /^xrt_[0-9A-Za-z]{46}$/;

const hexDigest = (text: string): string => createHash('sha256').update(text).digest('hex');

/** Returns six base-62 characters, which reveal a mistyped token without reading the database. */
function checksum(body: string): string {
  let rest = BigInt(`0x${hexDigest(body).slice(0, 16)}`);
  let text = '';
  for (let index = 0; index < 6; index++) {
    text += ALPHABET[Number(rest % 62n)];
    rest /= 62n;
  }
  return text;
}

/** Returns a new personal access token: `xrt_`, 40 random base-62 characters, and a checksum of 6. */
export function makeTokenSecret(): string {
  let body = '';
  for (let index = 0; index < 40; index++) body += ALPHABET[randomInt(62)];
  return PREFIX + body + checksum(body);
}

/** True if a text has the prefix of personal access tokens, whether or not it is valid. */
export function looksLikeTokenSecret(text: string): boolean {
  return text.startsWith(PREFIX);
}

/** True if the format and the checksum of a token are valid. */
export function isTokenSecret(text: string): boolean {
  return FORM.test(text) && checksum(text.slice(4, 44)) === text.slice(44);
}

/** Returns the hash of a token that is stored: SHA-256 in hexadecimal. */
export function hashTokenSecret(secret: string): string {
  return hexDigest(secret);
}
