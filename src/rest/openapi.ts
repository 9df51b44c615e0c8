import { OpenApiGeneratorV31, OpenAPIRegistry, type RouteConfig } from '@asteasolutions/zod-to-openapi';
import { z } from 'zod';
import { type Endpoint, errorShape } from './endpoint.js';
import { BODY_EXAMPLES } from './examples.js';
import { errorResponse, validationError } from './schemas/error.schema.js';

const MEANINGS: Record<number, string> = {
  400: 'The request is invalid',
  401: 'The request has no valid credentials',
  403: 'The caller lacks the permission, a quota is reached, or the resource is banned',
  404: 'The resource does not exist',
  405: 'The path does not support this method',
  406: 'The response is not available in a media type of the Accept header',
  408: 'The request body did not arrive in time',
  409: 'The request conflicts with the current state of the resource',
  412: 'The resource has changed since it was read',
  413: 'The request body is too large',
  416: 'The requested range can’t be satisfied',
  415: 'The media type or encoding of the request body is not supported',
  422: 'The request can’t be processed',
  429: 'Too many requests. Retry after the time in Retry-After',
  500: 'Internal error of the registry',
  502: 'The upstream provider returned an invalid response',
  503: 'Temporarily unavailable. Retry after the time in Retry-After',
  504: 'The upstream provider did not respond in time',
};

/** Error statuses of all endpoints, in addition to their own (docs/contract.md, "The sixteen endpoints"). */
const ANYWHERE = [405, 406, 412, 413, 415, 422, 429, 500, 503];

function errorsOf(at: Endpoint): RouteConfig['responses'] {
  const own = Object.keys(at.errors).map(Number);
  const statuses = [
    ...new Set([
      ...own,
      ...ANYWHERE,
      ...(at.method === 'post' ? [409] : []),
      ...(at.body ? [408] : []),
      ...(at.query || at.body || at.path.includes('{') ? [400] : []),
      ...(at.auth === 'none' ? [] : [401, 403]),
    ]),
  ].sort((a, b) => a - b);
  return Object.fromEntries(
    statuses.map((status) => {
      const shape = status === 405 ? 'E' : errorShape(at, status);
      const description = MEANINGS[status]!;
      const schema = shape === 'E' ? errorResponse : validationError;
      return [
        status,
        shape === 'none' ? { description } : { description, content: { 'application/json': { schema } } },
      ];
    }),
  );
}

const idempotencyKey = z
  .string()
  .min(1)
  .max(255)
  .optional()
  .describe('Makes the request idempotent: repeating it with the same key within a day returns the first response');
const ifMatch = z
  .string()
  .optional()
  .describe('ETags of earlier responses. The change is made only if the resource has not changed since one of them');

/** Request headers that change how the request is handled. */
function headersOf({ method, conditional }: Endpoint): { readonly headers?: z.ZodObject } {
  const headers = {
    ...(method === 'post' ? { 'Idempotency-Key': idempotencyKey } : {}),
    ...(conditional ? { 'If-Match': ifMatch } : {}),
  };
  return Object.keys(headers).length > 0 ? { headers: z.object(headers) } : {};
}

const binary = (mediaTypes: readonly string[]) =>
  Object.fromEntries(mediaTypes.map((type) => [type, { schema: { type: 'string' as const, format: 'binary' } }]));

function bodyOf({ rawBody, body, operationId }: Endpoint): NonNullable<RouteConfig['request']>['body'] {
  if (body)
    return {
      required: !body.safeParse({}).success,
      content: { 'application/json': { schema: body, example: BODY_EXAMPLES[operationId] } },
    };
  return rawBody ? { required: true, content: binary(rawBody) } : undefined;
}

function requestOf(at: Endpoint): RouteConfig['request'] {
  const names = [...at.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name!);
  const body = bodyOf(at);
  return {
    ...headersOf(at),
    ...(names.length > 0 ? { params: z.object(Object.fromEntries(names.map((name) => [name, z.string()]))) } : {}),
    ...(at.query ? { query: at.query as z.ZodObject } : {}),
    ...(body ? { body } : {}),
  };
}

const UNCHANGED = { description: 'Not changed since the ETag in If-None-Match' };

/** Converts descriptions of headers, by name, to OpenAPI. */
const describedHeaders = (headers: Readonly<Record<string, string>>) =>
  Object.fromEntries(
    Object.entries(headers).map(([name, description]) => [name, { description, schema: { type: 'string' as const } }]),
  );

const textContent = (type: string | undefined) =>
  type === undefined ? {} : { [type]: { schema: { type: 'string' as const } } };

/** Returns the responses of an endpoint, except errors. */
function successesOf({ success, method, redirects, cacheable, alternateType }: Endpoint): RouteConfig['responses'] {
  const { status, description, schema, headers, file } = success;
  if (file !== undefined)
    return {
      206: { description: 'The requested range of bytes', content: binary([file]) },
      304: UNCHANGED,
      [status]: { description, content: binary([file]) },
    };
  return {
    [status]: {
      description,
      ...(schema ? { content: { 'application/json': { schema }, ...textContent(alternateType) } } : {}),
      ...(headers ? { headers: describedHeaders(headers) } : {}),
    },
    ...(redirects ? { 302: { description: 'The id is spelled differently; the canonical URL is in Location' } } : {}),
    ...(method === 'get'
      ? { 304: cacheable ? UNCHANGED : { description: 'The resource exists and If-None-Match is "*"' } }
      : {}),
  };
}

function securityOf({ auth }: Endpoint): RouteConfig['security'] {
  if (auth === 'bearer') return [{ bearer: [] }];
  return auth === 'none' ? [] : [{}, { bearer: [] }];
}

function toRoute(at: Endpoint): RouteConfig {
  return {
    method: at.method,
    path: at.path,
    operationId: at.operationId,
    summary: at.summary,
    tags: [at.tag],
    'x-action': at.action,
    security: securityOf(at),
    request: requestOf(at),
    responses: { ...successesOf(at), ...errorsOf(at) },
  };
}

/** Builds the OpenAPI 3.1 document from the schemas that validate requests. */
export function openApiDocument(endpoints: readonly Endpoint[], publicUrl: string): object {
  const registry = new OpenAPIRegistry();
  registry.registerComponent('securitySchemes', 'bearer', {
    type: 'http',
    scheme: 'bearer',
    description:
      'A token of the identity provider. To publish and unpublish versions and to update nodes, a personal access token of the publisher also works.',
  });
  for (const at of endpoints) registry.registerPath(toRoute(at));
  return new OpenApiGeneratorV31(registry.definitions).generateDocument({
    openapi: '3.1.0',
    info: {
      title: 'Extension Registry',
      version: '1.0',
      description:
        'A registry of extension nodes: publishers, nodes, versions, tokens, core-node definitions, translations, and a proxy for a video-generation task.',
    },
    servers: [{ url: publicUrl }],
  });
}
