import type { TestRegistry } from './registry.js';

/** A response whose body is not read. */
export interface Visited {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** The URL of the response, after redirects. */
  readonly url: string;
}

/**
 * The parts of a browser that sign-in needs: it stores cookies by host, follows redirects, and sends `Sec-Fetch-Site`.
 * Requests to the public URL are sent to the registry under test.
 */
export class UserAgent {
  readonly #cookies = new Map<string, Map<string, string>>();

  constructor(private readonly registry: TestRegistry) {}

  /** The `Cookie` header for the registry. */
  get cookie(): string {
    return this.#cookieOf(this.registry.settings.PUBLIC_URL);
  }

  set cookie(text: string) {
    this.#cookies.set(
      new URL(this.registry.settings.PUBLIC_URL).host,
      new Map(text.split('; ').map((part) => part.split('=', 2) as [string, string])),
    );
  }

  /** Sends a request as a page of the registry does. */
  async send(method: string, path: string, headers: Record<string, string> = {}, body?: unknown): Promise<Visited> {
    return this.#request(method, this.registry.settings.PUBLIC_URL + path, {
      body,
      headers: { 'sec-fetch-site': 'same-origin', ...headers },
    });
  }

  /** Opens a URL and follows redirects, until one leads to a URL that begins with `until`. */
  async open(address: string, until?: string): Promise<Visited> {
    let url = new URL(address, this.registry.settings.PUBLIC_URL).href;
    for (let count = 0; count < 15; count++) {
      const visited = await this.#request('GET', url, { headers: { 'sec-fetch-site': 'none' } });
      const location = visited.headers.get('location');
      if (location === null || visited.status < 300 || visited.status >= 400) return visited;
      url = new URL(location, url).href;
      if (until !== undefined && url.startsWith(until)) return { ...visited, url };
    }
    throw new Error(`${address} leads in circles.`);
  }

  /** Returns the current session. */
  async session(): Promise<{ user: { id: string; name: string } | null; csrfToken: string; problem?: string }> {
    return JSON.parse((await this.send('GET', '/session')).text) as never;
  }

  async #request(
    method: string,
    url: string,
    { headers, body }: { readonly headers: Record<string, string>; readonly body?: unknown },
  ): Promise<Visited> {
    const cookie = this.#cookieOf(url);
    const response = await fetch(url.replace(this.registry.settings.PUBLIC_URL, this.registry.url), {
      method,
      redirect: 'manual',
      headers: {
        ...(cookie === '' ? {} : { cookie }),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    this.#store(url, response.headers.getSetCookie());
    return { status: response.status, headers: response.headers, text: await response.text(), url };
  }

  #cookieOf(url: string): string {
    return [...(this.#cookies.get(new URL(url).host) ?? [])].map(([name, value]) => `${name}=${value}`).join('; ');
  }

  #store(url: string, cookies: readonly string[]): void {
    const { host } = new URL(url);
    const own = this.#cookies.get(host) ?? new Map<string, string>();
    this.#cookies.set(host, own);
    for (const text of cookies) {
      const [, name, value] = /^([^=]+)=([^;]*)/.exec(text)!;
      if (/max-age=0\b|expires=Thu, 01 Jan 1970/i.test(text)) own.delete(name!);
      else own.set(name!, value!);
    }
  }
}
