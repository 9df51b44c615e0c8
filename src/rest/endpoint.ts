import type { Readable } from 'node:stream';
import type { z } from 'zod';
import type { Access } from '../policy/actions.js';
import type { Scope } from '../request/scope.js';
import type { MaybePromise } from '../values/maybe-promise.js';

/** The shape of an error body: ErrorResponse, ValidationError, or none. */
export type ErrorShape = 'E' | 'V' | 'none';

/** The parsed and validated input of a handler. */
export interface Input<Query, Body> {
  readonly path: Readonly<Record<string, string>>;
  readonly query: Query;
  readonly body: Body;
  /** The raw request body, for endpoints with `rawBody`. */
  readonly stream: Readable;
  /** True if the `Accept` header prefers the endpoint's `alternateType` to JSON. */
  readonly isAlternate: boolean;
  /** The `Content-Length` of the request, if any. */
  readonly contentLength?: number | undefined;
  /** Returns a signal that is aborted when the caller closes the connection. */
  readonly closed: () => AbortSignal;
}

/** The definition of an endpoint, for the router, the error handler and the OpenAPI document. */
export interface Endpoint<Query extends z.ZodType = z.ZodType, Body extends z.ZodType = z.ZodType> {
  readonly method: 'get' | 'post' | 'put' | 'delete';
  /** The path, with parameters in braces as in OpenAPI. */
  readonly path: string;
  readonly operationId: string;
  readonly summary: string;
  readonly tag: string;
  /**
   * How callers authenticate. `bearer`: a credential is required. `optional`: a credential is used if it is sent.
   * `body`: the same, and the body may contain it. `none`: credentials are ignored.
   */
  readonly auth: 'bearer' | 'optional' | 'body' | 'none';
  /** The action that the endpoint is authorized by, or `public`. */
  readonly action: Access;
  readonly query?: Query;
  readonly body?: Body;
  /** The maximum size of a body in bytes. Defaults to 1 MiB. */
  readonly bodyLimit?: number;
  /**
   * Parses the text of a JSON body, instead of the default parser and its limits.
   * @throws INVALID_INPUT
   */
  readonly parseBody?: (text: Buffer) => unknown;
  /** A media type that callers may ask for instead of JSON. */
  readonly alternateType?: 'text/plain';
  /** The media types of a body that is not JSON. The handler reads it as a stream. */
  readonly rawBody?: readonly [string, ...string[]];
  readonly success: {
    readonly status: 200 | 201 | 204;
    readonly description: string;
    readonly schema?: z.ZodType;
    /** Additional headers of this endpoint's response, with their descriptions. */
    readonly headers?: Readonly<Record<string, string>>;
    /** The media type, if the response is a file. */
    readonly file?: string;
  };
  /** The error statuses of this endpoint, each with the shape of its body. */
  readonly errors: Readonly<Partial<Record<number, ErrorShape>>>;
  /** The shape of all other errors. */
  readonly otherErrors: ErrorShape;
  /** True if the endpoint changes one resource that has an ETag, so that it supports `If-Match`. */
  readonly conditional?: boolean;
  /** The units of the caller's work limit that a request costs. Defaults to 0 for GET and to 1 otherwise. */
  readonly work?: number;
  /**
   * True if the response to anonymous callers depends only on the request and the catalogue. It then has an ETag, and a
   * 304 is sent without calling the handler.
   */
  readonly cacheable?: boolean;
  /** True if the response has an ETag for `If-Match`, although it must not be cached. */
  readonly tagged?: boolean;
  /** True if a request with another spelling of an id is redirected (302) to the canonical URL. */
  readonly redirects?: boolean;
  readonly handle: (scope: Scope, input: Input<z.output<Query>, z.output<Body>>) => MaybePromise<unknown>;
}

/** Infers the types of a handler from the schemas of its endpoint. */
export function endpoint<Query extends z.ZodType, Body extends z.ZodType>(definition: Endpoint<Query, Body>): Endpoint {
  return definition as unknown as Endpoint;
}

/** Returns the shape of errors with this status at an endpoint. */
export function errorShape(at: Endpoint | undefined, status: number): ErrorShape {
  return at?.errors[status] ?? at?.otherErrors ?? 'E';
}
