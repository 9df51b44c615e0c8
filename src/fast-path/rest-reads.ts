import { parse as parseQuestion } from 'node:querystring';
import type { Revision } from '../catalogue/revision.js';
import { ArrayPage } from '../rest/array-page.js';
import type { Endpoint } from '../rest/endpoint.js';
import { FileAnswer } from '../rest/file-answer.js';
import { etagOf, questionOf } from '../rest/etag.js';
import { addressOf, PUBLIC_NO_CACHE, PRIVATE_NO_STORE } from '../rest/handle.js';
import { parameterHints } from '../rest/parameter-hints.js';
import { JsonText } from '../rest/json-text.js';
import { Redirect } from '../rest/redirect.js';
import { type Route, routesOf } from '../rest/router.js';
import { Answer } from './answer.js';
import type { GetQuestion } from './get-reads.js';

const neverClosed = (): AbortSignal => new AbortController().signal;

/** The decoded parameters in a path; `undefined` if one is not encoded as UTF-8. */
function parametersOf({ pattern, names }: Route, path: string): Record<string, string> | undefined {
  const found = pattern.exec(path)!;
  try {
    return Object.fromEntries(names.map((name, index) => [name, decodeURIComponent(found[index + 1]!)]));
  } catch {
    return undefined;
  }
}

/** Answers public REST reads without the framework. */
export class RestReads {
  readonly #routes: readonly Route[];

  constructor(
    endpoints: readonly Endpoint[],
    private readonly revision: Revision,
    private readonly build: string,
    private readonly headers: readonly string[],
    private readonly publicPath: string,
  ) {
    this.#routes = routesOf(endpoints.filter(({ method }) => method === 'get'));
  }

  /** Parses the endpoint and parameters of a request; `undefined` if the framework must answer it. */
  question(url: string): GetQuestion | undefined {
    const asked = questionOf(url);
    const path = asked === undefined ? url : url.slice(0, url.length - asked.length - 1);
    const route = this.#routes.find(({ pattern }) => pattern.test(path));
    const parameters = route && parametersOf(route, path);
    if (!parameters || !route.at.cacheable || route.at.success.file !== undefined) return undefined;
    const isLatest = asked !== undefined && parseQuestion(asked)['latest'] !== undefined;
    const etag = (): string => etagOf(path, asked, this.revision, this.build);
    const { at } = route;
    return {
      route: at.path,
      isJson: true,
      isLatest,
      current: isLatest
        ? undefined
        : () => {
            const current = etag();
            return { etag: current, headers: this.#headersOf(current) };
          },
      answer: async (scope) => {
        const current = isLatest ? undefined : etag();
        // GET endpoints read neither `body` nor `stream`. `closed` is only used for callers who may wait for a result,
        // and anonymous callers may not.
        const value = await at.handle(scope, {
          ...addressOf(at, parameters, asked),
          body: undefined,
          stream: undefined as never,
          isAlternate: false,
          closed: neverClosed,
        });
        if (value instanceof Redirect || value instanceof FileAnswer) return undefined;
        const body = value instanceof ArrayPage ? value.body : value;
        const more = value instanceof ArrayPage ? value.headers(this.publicPath + path, asked) : [];
        return new Answer(body instanceof JsonText ? body.text : JSON.stringify(body), {
          route: at.path,
          type: 'application/json; charset=utf-8',
          etag: current,
          isKept: !isLatest,
          headers: [...this.#headersOf(current), ...more, ...parameterHints(at, asked)],
        });
      },
    };
  }

  /** The headers of an answer, without those that describe its body. */
  #headersOf(etag: string | undefined): string[] {
    return [
      ...this.headers,
      ...(etag === undefined ? ['Cache-Control', PRIVATE_NO_STORE] : ['ETag', etag, 'Cache-Control', PUBLIC_NO_CACHE]),
    ];
  }
}
