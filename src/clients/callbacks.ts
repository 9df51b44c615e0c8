import { createHash, createHmac, createPublicKey, hkdfSync, type KeyObject, sign } from 'node:crypto';
import { lookup } from 'node:dns';
import { request as httpRequest, type RequestOptions } from 'node:http';
import { request as httpsRequest } from 'node:https';
import type { LookupFunction } from 'node:net';
import { isExempt, isPrivateAddress, leadsInside } from '../values/private-address.js';

const TIMEOUT_MS = 10_000;
const PRELIMINARY_MAX = 10;

/** Overrides for tests. */
export interface CallbackOptions {
  /** Resolves a host name. */
  readonly lookup?: typeof lookup;
  /** Total timeout of one call. */
  readonly timeoutMs?: number;
}

/** Calls URLs given by callers: signed, with limits, and never inside the private network. */
export class Callbacks {
  readonly #publicKey: Buffer;
  readonly #publicOnly: LookupFunction;
  readonly #timeoutMs: number;

  /** @param exemptHosts private hosts that the operator allows */
  constructor(
    private readonly privateKey: KeyObject,
    private readonly exemptHosts: readonly string[],
    options: CallbackOptions = {},
  ) {
    this.#publicOnly = publicOnly(options.lookup ?? lookup);
    this.#timeoutMs = options.timeoutMs ?? TIMEOUT_MS;
    // The last 32 bytes of the DER form are the raw key.
    this.#publicKey = createPublicKey(privateKey).export({ type: 'spki', format: 'der' }).subarray(-32);
  }

  /** The public keys with which receivers verify signatures (Standard Webhooks, `v1a`). */
  get keys(): object {
    const id = createHash('sha256').update(this.#publicKey).digest('hex').slice(0, 16);
    return { keys: [{ id, type: 'ed25519', public_key: `whpk_${this.#publicKey.toString('base64')}` }] };
  }

  /**
   * Returns the secret that also signs messages to this receiver. Derived from the private key, so it is not stored.
   * @returns `whsec_…`, the format of Standard Webhooks
   */
  secretOf(receiver: string): string {
    return `whsec_${this.#secret(receiver).toString('base64')}`;
  }

  #secret(receiver: string): Buffer {
    return Buffer.from(
      hkdfSync('sha256', this.privateKey.export({ type: 'pkcs8', format: 'der' }), '', `webhook:${receiver}`, 32),
    );
  }

  /** The `webhook-signature` header. @param secretFor the receiver whose secret also signs, if any */
  #signaturesOf(content: Buffer, secretFor: string | undefined): string {
    const own = `v1a,${sign(null, content, this.privateKey).toString('base64')}`;
    if (secretFor === undefined) return own;
    // Many receivers' libraries support only this form, and read only the first signature that they support.
    return `v1,${createHmac('sha256', this.#secret(secretFor)).update(content).digest('base64')} ${own}`;
  }

  /**
   * POSTs a message. A retry has the same id, so that receivers can deduplicate.
   * @param secretFor the receiver whose secret also signs the message, if any
   * @throws Error if the host is private, does not respond in time, or responds with anything but 2xx
   */
  async post(url: string, id: string, body: string, secretFor?: string): Promise<void> {
    const target = new URL(url);
    if (leadsInside(target, this.exemptHosts)) throw new Error('The address is private.');
    const timestamp = Math.floor(Date.now() / 1000);
    const content = Buffer.from(`${id}.${timestamp}.${body}`);
    const signal = AbortSignal.timeout(this.#timeoutMs);
    const options: RequestOptions = {
      method: 'POST',
      agent: false,
      signal,
      // Checks the address that is connected to, because the name may have resolved to another address before.
      ...(isExempt(target, this.exemptHosts) ? {} : { lookup: this.#publicOnly }),
      headers: {
        'content-type': 'application/json',
        'content-length': Buffer.byteLength(body),
        'user-agent': 'extension-registry',
        'webhook-id': id,
        'webhook-timestamp': String(timestamp),
        'webhook-signature': this.#signaturesOf(content, secretFor),
      },
    };
    const status = await send(target, options, body).catch((error: unknown) => {
      throw signal.aborted
        ? new Error(`The receiver did not respond within ${this.#timeoutMs / 1000} seconds.`)
        : error;
    });
    if (status < 200 || status > 299) throw new Error(`The receiver responded with status ${status}.`);
  }
}

/**
 * Sends a request and reads nothing of the response but its status. Does not follow redirects.
 * @throws Error if the connection fails or ends without a response
 */
function send(target: URL, options: RequestOptions, body: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const request = (target.protocol === 'https:' ? httpsRequest : httpRequest)(target, options, (response) => {
      response.destroy();
      resolve(response.statusCode ?? 0);
    });
    request.on('error', reject);
    let preliminary = 0;
    request.on('information', () => {
      if (++preliminary > PRELIMINARY_MAX)
        request.destroy(new Error('The receiver sends too many informational responses.'));
    });
    // A receiver that switches protocols has responded, too.
    request.on('upgrade', (response, socket) => {
      socket.destroy();
      resolve(response.statusCode ?? 0);
    });
    request.on('close', () => reject(new Error('The receiver closed the connection without a response.')));
    request.end(body);
  });
}

/** Resolves host names, and fails if any address of a name is private. */
function publicOnly(find: typeof lookup): LookupFunction {
  return (hostname, options, callback) => {
    find(hostname, { ...options, all: true }, (error, addresses) => {
      if (error) callback(error, '', 0);
      else if (addresses.length === 0 || addresses.some(({ address }) => isPrivateAddress(address)))
        callback(new Error(`${hostname} resolves to a private address.`), '', 0);
      else if (options.all) callback(null, addresses);
      else callback(null, addresses[0]!.address, addresses[0]!.family);
    });
  };
}
