declare module 'oidc-provider' {
  import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';

  interface Grant {
    addOIDCScope(scope: string): void;
    save(): Promise<string>;
  }

  // The package's own way.
  // eslint-disable-next-line no-restricted-syntax
  export default class Provider {
    constructor(issuer: string, configuration: object);
    readonly Grant: new (fields: { accountId: string; clientId: string }) => Grant;
    callback(): RequestListener;
    interactionFinished(request: IncomingMessage, response: ServerResponse, result: object): Promise<void>;
  }
}
