import { createPrivateKey, generateKeyPairSync, type KeyObject } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { SettingsError } from '../settings.js';
import type { Secret } from '../values/secret.js';

function readOrCreate(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  }
  const pem = generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'pem' }) as string;
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  try {
    writeFileSync(file, pem, { flag: 'wx', mode: 0o600 });
    return pem;
  } catch (error) {
    // Another process has just created it.
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return readFileSync(file, 'utf8');
    throw error;
  }
}

/**
 * Returns the Ed25519 private key in a setting, or else in a file. Creates the file with a new key if it does not
 * exist.
 * @throws SettingsError if the setting or the file does not contain an Ed25519 private key
 */
export function privateKeyOf(setting: string, given: Secret | undefined, file: string): KeyObject {
  const pem = given?.revealSecret().replaceAll('\\n', '\n') ?? readOrCreate(file);
  try {
    const key = createPrivateKey(pem);
    if (key.asymmetricKeyType === 'ed25519') return key;
  } catch {
    // The error is thrown below.
  }
  throw new SettingsError(
    `${given ? `${setting} must be` : `${file} must contain`} an Ed25519 private key in PEM (PKCS #8)`,
  );
}
