import type { Scope } from '../request/scope.js';
import type { MaybePromise } from '../values/maybe-promise.js';
import type { Answer } from './answer.js';

/** A GET request whose anonymous answer follows from the catalogue alone. */
export interface GetQuestion {
  /** The path of its endpoint, such as `/nodes/{nodeId}`. */
  readonly route: string;
  /** True if the answer is JSON, which the caller may refuse. */
  readonly isJson: boolean;
  /** True if each request must learn of new commits first. */
  readonly isLatest: boolean;
  /** The ETag and headers of the current answer, if they are known before the answer is. */
  readonly current: (() => { readonly etag: string; readonly headers: readonly string[] }) | undefined;
  /** The answer; undefined if its status is not 200. */
  readonly answer: (scope: Scope) => MaybePromise<Answer | undefined>;
}

/** A part of the server that answers GET requests before the framework. */
export interface GetReads {
  /** Parses a request; undefined if the framework answers it. */
  question(request: { readonly url?: string | undefined }): GetQuestion | undefined;
}
