import { OpenApiGeneratorV31, OpenAPIRegistry, type RouteConfig } from '@asteasolutions/zod-to-openapi';
import { z } from 'zod';
import { type Endpoint, errorShape } from './endpoint.js';
import { errorResponse, validationError } from './schemas/error.schema.js';

const MEANINGS: Record<number, string> = {
  400: 'The request is invalid',
  401: 'No valid credential came',
  403: 'The credential is valid, but its holder may not do this; or a quota is reached, or the thing is banned',
  404: 'There is no such thing',
  405: 'The method is not for this path',
  406: 'No answer of the asked media type',
  408: 'The body did not come in time',
  409: 'Another state is in the way',
  412: 'The thing has changed since it was read',
  413: 'The body is too large',
  416: 'There is no such range of bytes',
  415: 'The body’s media type is not taken',
  422: 'The request can’t be processed',
  429: 'Too many requests; Retry-After says when to come again',
  500: 'A fault of the registry',
  502: 'The provider gave no usable answer',
  503: 'Not available now; Retry-After says when to come again',
  504: 'The provider did not answer in time',
};

/** What any endpoint may answer beside its own errors (decisions.md section 1). */
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
  .describe('Has the request done once: who sends it again within a day gets the answer of the first time');
const ifMatch = z
  .string()
  .optional()
  .describe('ETags of answers; the change is made only where the thing is as it was in one of them');

/** Headers that change what is done. */
function headersOf({ method, conditional }: Endpoint): { readonly headers?: z.ZodObject } {
  if (method === 'post') return { headers: z.object({ 'Idempotency-Key': idempotencyKey }) };
  return conditional ? { headers: z.object({ 'If-Match': ifMatch }) } : {};
}

const binary = (mediaTypes: readonly string[]) =>
  Object.fromEntries(mediaTypes.map((type) => [type, { schema: { type: 'string' as const, format: 'binary' } }]));

function bodyOf({ rawBody, body }: Endpoint): NonNullable<RouteConfig['request']>['body'] {
  if (body) return { required: !body.safeParse({}).success, content: { 'application/json': { schema: body } } };
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

const UNCHANGED = { description: 'Unchanged since the ETag in If-None-Match' };

/** The responses of an endpoint that are no errors. */
function successesOf({ success, method, redirects, cacheable }: Endpoint): RouteConfig['responses'] {
  const { status, description, schema, file } = success;
  if (file !== undefined)
    return {
      206: { description: 'The stretch that Range asks for', content: binary([file]) },
      304: UNCHANGED,
      [status]: { description, content: binary([file]) },
    };
  return {
    [status]: schema ? { description, content: { 'application/json': { schema } } } : { description },
    ...(redirects ? { 302: { description: 'Found under another spelling of its id, at Location' } } : {}),
    ...(method === 'get'
      ? { 304: cacheable ? UNCHANGED : { description: 'There is an answer, where If-None-Match is "*"' } }
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

/** The OpenAPI 3.1 document of the interface, made from the schemas that validate requests. */
export function openApiDocument(endpoints: readonly Endpoint[], publicUrl: string): object {
  const registry = new OpenAPIRegistry();
  registry.registerComponent('securitySchemes', 'bearer', {
    type: 'http',
    scheme: 'bearer',
    description:
      'A token of the identity provider; for updating and unpublishing also a personal access token of the publisher.',
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
