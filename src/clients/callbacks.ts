import { createHash, createHmac, createPublicKey, hkdfSync, type KeyObject, sign } from 'node:crypto';
import { lookup } from 'node:dns';
import { request as httpRequest, type RequestOptions } from 'node:http';
import { request as httpsRequest } from 'node:https';
import type { LookupFunction } from 'node:net';
import { isExempt, isPrivateAddress, isPrivateUrl } from '../values/private-address.js';

const TIMEOUT_MS = 10_000;
/** Limit of informational responses (1xx) before the response. */
const INFORMATIONAL_MAX = 10;

/** Options for tests. */
export interface CallbackOptions {
  /** Resolves a host name. */
  readonly lookup?: typeof lookup;
  /** Total timeout of one call. */
  readonly timeoutMs?: number;
}

/** POSTs signed messages to URLs that users registered. Refuses private addresses, and limits time and responses. */
export class Callbacks {
  readonly #publicKey: Buffer;
  readonly #publicLookup: LookupFunction;
  readonly #timeoutMs: number;

  /** @param exemptHosts hosts that may be called at private addresses (`CALLBACK_EXEMPT_HOSTS`) */
  constructor(
    private readonly privateKey: KeyObject,
    private readonly exemptHosts: readonly string[],
    options: CallbackOptions = {},
  ) {
    this.#publicLookup = publicLookup(options.lookup ?? lookup);
    this.#timeoutMs = options.timeoutMs ?? TIMEOUT_MS;
    // The last 32 bytes of the DER form are the raw key.
    this.#publicKey = createPublicKey(privateKey).export({ type: 'spki', format: 'der' }).subarray(-32);
  }

  /** The public keys that receivers verify `v1a` signatures with, as served at `/.well-known/webhook-keys.json`. */
  get keys(): object {
    const id = createHash('sha256').update(this.#publicKey).digest('hex').slice(0, 16);
    return { keys: [{ id, type: 'ed25519', public_key: `whpk_${this.#publicKey.toString('base64')}` }] };
  }

  /**
   * Returns the secret of the `v1` signatures for a receiver. It is derived from the private key, and so is not stored.
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

  /**
   * Builds the `webhook-signature` header: a `v1a` signature with the private key.
   * @param secretFor adds a `v1` signature with the secret of this receiver
   */
  #signaturesOf(content: Buffer, secretFor: string | undefined): string {
    const asymmetric = `v1a,${sign(null, content, this.privateKey).toString('base64')}`;
    if (secretFor === undefined) return asymmetric;
    // `v1` comes first, because many libraries support only `v1` and some read only the first signature.
    return `v1,${createHmac('sha256', this.#secret(secretFor)).update(content).digest('base64')} ${asymmetric}`;
  }

  /**
   * POSTs a message. A retry has the same id, so that receivers can deduplicate.
   * @param secretFor adds a `v1` signature with the secret of this receiver
   * @throws Error if the host is private, does not respond in time, or responds with anything but 2xx
   */
  async post(url: string, id: string, body: string, secretFor?: string): Promise<void> {
    const target = new URL(url);
    if (isPrivateUrl(target, this.exemptHosts)) throw new Error('The address is private.');
    const timestamp = Math.floor(Date.now() / 1000);
    const content = Buffer.from(`${id}.${timestamp}.${body}`);
    const signal = AbortSignal.timeout(this.#timeoutMs);
    const options: RequestOptions = {
      method: 'POST',
      agent: false,
      signal,
      // The check is part of the lookup for the connection, because a second lookup could return another address.
      ...(isExempt(target, this.exemptHosts) ? {} : { lookup: this.#publicLookup }),
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
 * Sends a request, and closes the connection when the status of the response arrives. Does not follow redirects.
 * @throws Error if the connection fails or ends without a response
 */
function send(target: URL, options: RequestOptions, body: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const request = (target.protocol === 'https:' ? httpsRequest : httpRequest)(target, options, (response) => {
      response.destroy();
      resolve(response.statusCode ?? 0);
    });
    request.on('error', reject);
    let informational = 0;
    request.on('information', () => {
      if (++informational > INFORMATIONAL_MAX)
        request.destroy(new Error('The receiver sends too many informational responses.'));
    });
    // Node reports a response with the status 101 as an upgrade only.
    request.on('upgrade', (response, socket) => {
      socket.destroy();
      resolve(response.statusCode ?? 0);
    });
    request.on('close', () => reject(new Error('The receiver closed the connection without a response.')));
    request.end(body);
  });
}

/** Creates a DNS lookup that fails if a host name has no address or any of its addresses is private. */
function publicLookup(resolve: typeof lookup): LookupFunction {
  return (hostname, options, callback) => {
    resolve(hostname, { ...options, all: true }, (error, addresses) => {
      if (error) callback(error, '', 0);
      else if (addresses.length === 0 || addresses.some(({ address }) => isPrivateAddress(address)))
        callback(new Error(`${hostname} resolves to a private address.`), '', 0);
      else if (options.all) callback(null, addresses);
      else callback(null, addresses[0]!.address, addresses[0]!.family);
    });
  };
}
