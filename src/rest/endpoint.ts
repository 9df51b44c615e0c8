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
  /** True if the caller prefers the alternate media type of the endpoint. */
  readonly isAlternate: boolean;
  /** The announced size of the body in bytes, if any. */
  readonly contentLength?: number | undefined;
  /** Returns a signal that is aborted when the caller closes the connection. */
  readonly closed: () => AbortSignal;
}

/** The definition of an endpoint, for the router, the error handler and the OpenAPI document. */
export interface Endpoint<Query extends z.ZodType = z.ZodType, Body extends z.ZodType = z.ZodType> {
  readonly method: 'get' | 'post' | 'put' | 'delete';
  /** With parameters in braces, as in OpenAPI. */
  readonly path: string;
  readonly operationId: string;
  readonly summary: string;
  readonly tag: string;
  /**
   * How callers authenticate. `bearer`: required. `optional`: used if sent. `body`: optional, also in the body. `none`:
   * ignored.
   */
  readonly auth: 'bearer' | 'optional' | 'body' | 'none';
  /** The action that the endpoint is authorized by, or `public`. */
  readonly action: Access;
  readonly query?: Query;
  readonly body?: Body;
  /** The maximum size of a body in bytes. Defaults to 1 MiB. */
  readonly bodyLimit?: number;
  /**
   * Parses the text of a JSON body within special bounds, which replace those of all other bodies.
   * @throws INVALID_INPUT
   */
  readonly parseBody?: (text: string) => unknown;
  /** A media type that callers may ask for instead of JSON. */
  readonly alternateType?: 'text/plain';
  /** The media types of a body that is not JSON. The handler reads it as a stream. */
  readonly rawBody?: readonly [string, ...string[]];
  readonly success: {
    readonly status: 200 | 201 | 204;
    readonly description: string;
    readonly schema?: z.ZodType;
    /** Headers of the response that are special to this endpoint, with their descriptions. */
    readonly headers?: Readonly<Record<string, string>>;
    /** The media type of a response that is a file. */ readonly file?: string;
  };
  /** The error statuses of this endpoint, each with the shape of its body. */
  readonly errors: Readonly<Partial<Record<number, ErrorShape>>>;
  /** The shape of all other errors. */
  readonly otherErrors: ErrorShape;
  /** True if the endpoint changes one thing that has an ETag, and so supports `If-Match`. */
  readonly conditional?: boolean;
  /**
   * The units that a call is charged to the work limit of its caller. Defaults to 0 for GET and to 1 otherwise.
   */
  readonly work?: number;
  /** True if the response to anonymous callers depends on the catalogue only. It has an ETag, and 304 needs no work. */
  readonly cacheable?: boolean;
  /** True if the response has an ETag for `If-Match`, although it must not be cached. */
  readonly tagged?: boolean;
  /** True if a differently spelled id is redirected (302) to the canonical one. */
  readonly redirects?: boolean;
  readonly handle: (scope: Scope, input: Input<z.output<Query>, z.output<Body>>) => MaybePromise<unknown>;
}

/** Infers the types of a handler from the schemas of its endpoint. */
export function endpoint<Query extends z.ZodType, Body extends z.ZodType>(definition: Endpoint<Query, Body>): Endpoint {
  return definition as unknown as Endpoint;
}

/** The shape of an error of this status at an endpoint. */
export function errorShape(at: Endpoint | undefined, status: number): ErrorShape {
  return at?.errors[status] ?? at?.otherErrors ?? 'E';
}
