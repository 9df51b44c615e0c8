import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type CryptoKey, exportJWK, exportSPKI, generateKeyPair, type JWK, type JWTPayload, SignJWT } from 'jose';

/** The algorithms that the provider signs with. */
export type Algorithm = 'RS256' | 'ES256' | 'EdDSA';

interface KeyPair {
  readonly privateKey: CryptoKey;
  readonly publicKey: CryptoKey;
}

/** The differences of a token from a valid token of the provider. */
export interface TokenOptions {
  readonly alg?: Algorithm;
  readonly kid?: string | undefined;
  /** Claims that are added to `iss`, `aud`, `sub`, `iat` and `exp`, or replace them. `undefined` removes a claim. */
  readonly claims?: JWTPayload;
  /** The signing key, if it is one that the provider does not publish. */
  readonly key?: CryptoKey;
}

/** An OpenID Connect provider on the loopback interface. */
export interface FakeIdentityProvider {
  readonly issuer: string;
  readonly jwksUrl: string;
  /** The number of requests for its discovery document and its keys. */
  readonly asked: { discovery: number; keys: number };
  /** If true, the provider responds to all requests with 500. */
  isBroken: boolean;
  readonly token: (subject: string, options?: TokenOptions) => Promise<string>;
  /** Returns a public key in PEM format. */
  readonly publicPem: (alg: Algorithm) => Promise<string>;
  readonly close: () => Promise<void>;
}

/** The audience of the provider's tokens. */
export const AUDIENCE = 'the-registry';

/** Starts a provider with one key per algorithm. */
export async function startFakeIdentityProvider(): Promise<FakeIdentityProvider> {
  const algorithms: Algorithm[] = ['RS256', 'ES256', 'EdDSA'];
  const pairs = new Map<string, KeyPair>();
  const keys: JWK[] = [];
  for (const alg of algorithms) {
    const pair = await generateKeyPair(alg, { extractable: true });
    pairs.set(alg, pair);
    keys.push({ ...(await exportJWK(pair.publicKey)), kid: `key-${alg}`, alg, use: 'sig' });
  }

  const server = createServer((request, response) => {
    const answer = (status: number, body: object): void =>
      void response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    if (provider.isBroken) return answer(500, {});
    if (request.url === '/.well-known/openid-configuration') {
      provider.asked.discovery++;
      return answer(200, { issuer: provider.issuer, jwks_uri: provider.jwksUrl });
    }
    if (request.url === '/keys') {
      provider.asked.keys++;
      return answer(200, { keys });
    }
    answer(404, {});
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const provider: FakeIdentityProvider = {
    issuer,
    jwksUrl: `${issuer}/keys`,
    asked: { discovery: 0, keys: 0 },
    isBroken: false,
    token: (subject, { alg = 'RS256', kid = `key-${alg}`, claims, key } = {}) => {
      const now = Math.floor(Date.now() / 1000);
      return new SignJWT({ iss: issuer, aud: AUDIENCE, sub: subject, iat: now, exp: now + 600, ...claims })
        .setProtectedHeader({ alg, kid })
        .sign(key ?? pairs.get(alg)!.privateKey);
    },
    publicPem: (alg) => exportSPKI(pairs.get(alg)!.publicKey),
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return provider;
}
