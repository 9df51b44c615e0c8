import type { Readable } from 'node:stream';
import type { z } from 'zod';
import type { Access } from '../policy/actions.js';
import type { Scope } from '../request/scope.js';
import type { MaybePromise } from '../values/maybe-promise.js';

/** The shape of an error body: ErrorResponse, ValidationError, or none. */
export type ErrorShape = 'E' | 'V' | 'none';

/** What a handler is given: parsed, or the request was refused before. */
export interface Input<Query, Body> {
  readonly path: Readonly<Record<string, string>>;
  readonly query: Query;
  readonly body: Body;
  /** The body as it comes, where the endpoint takes one that is no JSON. */
  readonly stream: Readable;
}

/** One endpoint of the interface: all that the router, the error edge and the OpenAPI document must know of it. */
export interface Endpoint<Query extends z.ZodType = z.ZodType, Body extends z.ZodType = z.ZodType> {
  readonly method: 'get' | 'post' | 'put' | 'delete';
  /** With parameters in braces, as the interface writes them. */
  readonly path: string;
  readonly operationId: string;
  readonly summary: string;
  readonly tag: string;
  /**
   * Whether a credential is needed, read where it came, may come in the body instead, or is not looked at for the
   * answer.
   */
  readonly auth: 'bearer' | 'optional' | 'body' | 'none';
  /** What is asked before anything is done, or that nothing need be. */
  readonly action: Access;
  readonly query?: Query;
  readonly body?: Body;
  /** The most bytes that a body may have; 1 MiB where not said. */
  readonly bodyLimit?: number;
  /** The media types of a body that is no JSON; the handler reads it as a stream. */
  readonly rawBody?: readonly [string, ...string[]];
  readonly success: {
    readonly status: 200 | 201 | 204;
    readonly description: string;
    readonly schema?: z.ZodType;
    /** The media type of an answer that is a file. */ readonly file?: string;
  };
  /** The statuses this endpoint's own rules give, each with its body's shape. */
  readonly errors: Readonly<Partial<Record<number, ErrorShape>>>;
  /** The shape of every other error here. */
  readonly otherErrors: ErrorShape;
  /** True where `If-Match` may name the state that is to be changed. */
  readonly conditional?: boolean;
  /**
   * What a call counts against its caller's limit of work; 1 for whatever writes, and nothing for reads, where not
   * said.
   */
  readonly work?: number;
  /** True where the anonymous answer follows from the catalogue alone: it has an ETag, and 304 needs no work. */
  readonly cacheable?: boolean;
  /** True where the answer has an ETag for `If-Match` though nobody may keep it. */
  readonly tagged?: boolean;
  /** True where another spelling of an id is answered with 302 to the stored one. */
  readonly redirects?: boolean;
  readonly handle: (scope: Scope, input: Input<z.output<Query>, z.output<Body>>) => MaybePromise<unknown>;
}

/** Types an endpoint by its schemas. */
export function endpoint<Query extends z.ZodType, Body extends z.ZodType>(definition: Endpoint<Query, Body>): Endpoint {
  return definition as unknown as Endpoint;
}

/** The shape of an error of this status at an endpoint. */
export function errorShape(at: Endpoint | undefined, status: number): ErrorShape {
  return at?.errors[status] ?? at?.otherErrors ?? 'E';
}
