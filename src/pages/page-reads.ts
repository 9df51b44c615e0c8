import { createHash } from 'node:crypto';
import { Answer } from '../fast-path/answer.js';
import type { GetQuestion } from '../fast-path/get-reads.js';
import type { Scope } from '../request/scope.js';
import type { Ask, PageBundle, PageData } from './bundle.js';
import { atomFeed } from './atom-feed.js';
import { badge } from './badge.js';
import type { PageContext, PageResponse } from './page-response.js';
import { robots, sitemap } from './sitemap.js';

interface Kind {
  readonly route: string;
  readonly path: RegExp;
  readonly make: (context: PageContext, found: RegExpExecArray) => Promise<PageResponse>;
}

/** Scripts, styles, fonts and connections of the registry itself only; nothing inline runs. */
const POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'";
const HTML = 'text/html; charset=utf-8';

/** Replaces a header in a list of alternating names and values. */
function withHeader(headers: readonly string[], name: string, value: string): string[] {
  const kept = headers.filter((_part, index) => headers[index - (index % 2)]!.toLowerCase() !== name.toLowerCase());
  return [...kept, name, value];
}

/** Answers requests for pages, feeds and badges, as anonymous callers see them. */
export class PageReads {
  readonly #kinds: readonly Kind[];
  /** The page at paths where there is nothing. */
  readonly #missing: Kind;
  readonly #headers: readonly string[];

  constructor(
    private readonly bundle: PageBundle,
    private readonly ask: Ask,
    private readonly origin: string,
    headers: readonly string[],
  ) {
    const html = async (context: PageContext): Promise<PageResponse> => {
      const { status, html: text } = await bundle.renderPage({ ...context, assets: bundle.assets });
      return { status, type: HTML, text };
    };
    this.#missing = { route: '/{path}', path: /^/, make: html };
    this.#kinds = [
      { route: '/', path: /^\/$/, make: html },
      { route: '/workflow', path: /^\/workflow$/, make: html },
      { route: '/sign-in', path: /^\/sign-in$/, make: html },
      { route: '/account', path: /^\/account$/, make: html },
      { route: '/account/{publisherId}', path: /^\/account\/([^/]{1,300})(?:\/[a-z]{1,20})?$/, make: html },
      { route: '/moderation', path: /^\/moderation(?:\/[a-z]{1,20})?$/, make: html },
      { route: '/node/{nodeId}', path: /^\/node\/([^/]{1,300})$/, make: html },
      { route: '/publisher/{publisherId}', path: /^\/publisher\/([^/]{1,300})$/, make: html },
      { route: '/feed.atom', path: /^\/feed\.atom$/, make: (context) => atomFeed(context, undefined) },
      {
        route: '/publisher/{publisherId}/feed.atom',
        path: /^\/publisher\/([^/]{1,300})\/feed\.atom$/,
        make: (context, [, id]) => atomFeed(context, id),
      },
      { route: '/sitemap.xml', path: /^\/sitemap\.xml$/, make: sitemap },
      { route: '/robots.txt', path: /^\/robots\.txt$/, make: robots },
      {
        route: '/badge/{nodeId}.svg',
        path: /^\/badge\/([^/]{1,300})\.svg$/,
        make: (context, [, id]) => badge(context, id!),
      },
    ];
    this.#headers = withHeader(headers, 'Content-Security-Policy', POLICY);
  }

  /** True if the URL is that of a page, a feed or a badge: they are the same for every caller. */
  has(url: string): boolean {
    return this.#kindOf(url) !== undefined;
  }

  question(url: string): GetQuestion | undefined {
    const kind = this.#kindOf(url);
    return (
      kind && {
        route: kind.route,
        isJson: false,
        isLatest: false,
        current: undefined,
        answer: async (scope) => {
          const { response, answer } = await this.page(url, scope);
          return response?.status === 200 ? answer : undefined;
        },
      }
    );
  }

  /** The response to a request; `response` is undefined if the URL is not that of a page. */
  async page(url: string, scope: Scope): Promise<{ readonly response?: PageResponse; readonly answer?: Answer }> {
    const kind = this.#kindOf(url);
    return kind ? this.#rendered(kind, url, scope) : {};
  }

  /** The page, with status 404, at a path where there is nothing. */
  async missing(url: string, scope: Scope): Promise<Answer> {
    return (await this.#rendered(this.#missing, url, scope)).answer;
  }

  async #rendered(
    kind: Kind,
    url: string,
    scope: Scope,
  ): Promise<{ readonly response: PageResponse; readonly answer: Answer }> {
    const asked: PageData[] = [];
    const context: PageContext = {
      url,
      origin: this.origin,
      ask: async (query, variables) => {
        const data = await this.ask(scope, query, variables);
        asked.push(data);
        return data;
      },
    };
    const response = await kind.make(context, kind.path.exec(pathOf(url))!);
    const etag = `W/"${createHash('sha1').update(response.text).digest('base64url')}"`;
    const answer = new Answer(response.text, {
      route: kind.route,
      type: response.type,
      etag,
      isKept: true,
      // A page of one request is valid as long as the response to it; others are valid for one revision.
      reads: asked.length === 1 ? asked[0]!.reads : undefined,
      headers: [...this.#headers, 'ETag', etag, 'Cache-Control', 'public, no-cache'],
    });
    return { response, answer };
  }

  #kindOf(url: string): Kind | undefined {
    const path = pathOf(url);
    return this.#kinds.find((kind) => kind.path.test(path));
  }
}

function pathOf(url: string): string {
  const mark = url.indexOf('?');
  return mark < 0 ? url : url.slice(0, mark);
}
