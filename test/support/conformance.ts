import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import type { Access } from '../../src/policy/actions.js';

interface Documented {
  readonly description: string;
  readonly content?: Record<string, { schema: object }>;
}

interface Operation {
  readonly operationId: string;
  /** The actions that authorize the operation. */
  readonly 'x-action': Access;
  readonly requestBody?: { readonly content: Record<string, unknown> };
  readonly responses: Record<string, Documented>;
}

/** The parts of an OpenAPI document that responses are checked against. */
export interface OpenApi {
  readonly openapi: string;
  readonly paths: Record<string, Record<string, Operation>>;
  readonly components: { readonly schemas: Record<string, object> };
}

/** Forbids properties that a schema does not declare, although clients must accept them. */
function closed(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(closed);
  if (typeof schema !== 'object' || schema === null) return schema;
  const inner = Object.fromEntries(Object.entries(schema).map(([name, value]) => [name, closed(value)]));
  return 'properties' in inner && !('additionalProperties' in inner)
    ? { ...inner, additionalProperties: false }
    : inner;
}

/** Checks responses against the OpenAPI document: the status must be declared, and the body must match its schema. */
export class Conformance {
  readonly #ajv = new Ajv2020({ strict: false, allErrors: true });
  readonly #validators = new Map<object, ValidateFunction>();
  readonly #operations: { pattern: RegExp; parameters: number; methods: Record<string, Operation> }[];
  /** The operations of which responses were checked, with their statuses. */
  readonly seen = new Map<string, Set<number>>();

  constructor(readonly document: OpenApi) {
    // The type declarations of ajv-formats don't match its default export.
    (addFormats as unknown as (ajv: Ajv2020) => void)(this.#ajv);
    this.#ajv.addSchema({ $id: 'openapi', components: closed(document.components) });
    this.#operations = Object.entries(document.paths)
      .map(([path, methods]) => ({
        pattern: new RegExp(`^${path.replace(/\{\w+\}/g, '[^/]+')}/?$`),
        parameters: path.split('{').length,
        methods,
      }))
      .sort((a, b) => a.parameters - b.parameters);
  }

  /** @throws Error that describes the differences from the document */
  check(method: string, path: string, status: number, body: unknown): void {
    const found = this.#operations.find(({ pattern }) => pattern.test(path.split('?')[0]!));
    const operation = found?.methods[method.toLowerCase()];
    if (!operation) return;
    const where = `${method} ${path} → ${status}`;
    const documented = operation.responses[String(status)];
    if (!documented)
      throw new Error(
        `${where}: the OpenAPI document declares no such status for ${operation.operationId}: ${JSON.stringify(body)}`,
      );
    this.seen.set(operation.operationId, (this.seen.get(operation.operationId) ?? new Set()).add(status));
    const schema = documented.content?.['application/json']?.schema;
    if (!schema) {
      if (body !== undefined)
        throw new Error(`${where}: the OpenAPI document declares no body, but one came: ${JSON.stringify(body)}`);
      return;
    }
    const validate = this.#validatorOf(schema);
    if (!validate(body))
      throw new Error(
        `${where}: not as documented: ${this.#ajv.errorsText(validate.errors)} in ${JSON.stringify(body)?.slice(0, 500)}`,
      );
  }

  #validatorOf(schema: object): ValidateFunction {
    let validate = this.#validators.get(schema);
    if (!validate) {
      const resolved = JSON.parse(
        JSON.stringify(closed(schema)).replaceAll('"#/components', '"openapi#/components'),
      ) as object;
      this.#validators.set(schema, (validate = this.#ajv.compile(resolved)));
    }
    return validate;
  }
}
