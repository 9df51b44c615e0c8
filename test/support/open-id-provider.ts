import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import Provider from 'oidc-provider';

/** A real OpenID provider on the loopback interface. Its users sign in without a form. */
export interface OpenIdProvider {
  readonly issuer: string;
  /** Subject of the user who signs in next. */
  user: string;
  /** If true, the provider refuses sign-ins. */
  isRefusing: boolean;
  readonly close: () => Promise<void>;
}

export const CLIENT = { id: 'the-registry-pages', secret: 'a-secret-of-the-registry-that-is-long-enough' };

async function listening(): Promise<{ readonly server: Server; readonly issuer: string }> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { server, issuer: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
}

const configurationFor = (redirectUri: string): object => ({
  clients: [{ client_id: CLIENT.id, client_secret: CLIENT.secret, redirect_uris: [redirectUri] }],
  pkce: { required: () => true },
  features: { devInteractions: { enabled: false } },
  claims: { openid: ['sub'], profile: ['name'], email: ['email', 'email_verified'] },
  interactions: { url: () => '/interaction' },
  findAccount: (_context: unknown, sub: string) => ({
    accountId: sub,
    claims: () => ({ sub, name: `User ${sub}`, email: `${sub}@example.org`, email_verified: true }),
  }),
  // Grants all requested scopes, so that no consent page is shown.
  loadExistingGrant: async ({ oidc }: { oidc: GrantContext }) => {
    const grant = new oidc.provider.Grant({ accountId: oidc.session.accountId, clientId: oidc.client.clientId });
    grant.addOIDCScope('openid profile email');
    await grant.save();
    return grant;
  },
  cookies: { keys: ['a-key-of-the-test'] },
});

interface GrantContext {
  readonly provider: Provider;
  readonly session: { readonly accountId: string };
  readonly client: { readonly clientId: string };
}

/** Starts a provider with one client. */
export async function startOpenIdProvider(redirectUri: string): Promise<OpenIdProvider> {
  const { server, issuer } = await listening();
  const provider = new Provider(issuer, configurationFor(redirectUri));
  const handle = provider.callback();
  const started: OpenIdProvider = {
    issuer,
    user: 'ada',
    isRefusing: false,
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  server.on('request', (request, response) => {
    if (request.url !== '/interaction') return void handle(request, response);
    const result = started.isRefusing
      ? { error: 'access_denied', error_description: 'No.' }
      : { login: { accountId: started.user } };
    void provider.interactionFinished(request, response, result);
  });
  return started;
}
