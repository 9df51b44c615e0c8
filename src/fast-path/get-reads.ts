import type { Scope } from '../request/scope.js';
import type { Answer } from './answer.js';

/** A parsed GET request whose answer for anonymous callers depends on the catalogue only. */
export interface GetQuestion {
  /** The path template of the endpoint, such as `/nodes/{nodeId}`. */
  readonly route: string;
  /** True if the answer is JSON, so that the caller must accept JSON. */
  readonly isJson: boolean;
  /** True if the answer must reflect all commits made before the request, so that it is not cached. */
  readonly isLatest: boolean;
  /** The ETag and headers of the current answer; `undefined` if they are not known before the answer is made. */
  readonly current: (() => { readonly etag: string; readonly headers: readonly string[] }) | undefined;
  /** Makes the answer; `undefined` if its status is not 200. */
  readonly answer: (scope: Scope) => Promise<Answer | undefined>;
}
