import { extendZodWithOpenApi } from '@asteasolutions/zod-to-openapi';
import { z } from 'zod';

// Runs before any schema is defined, because every schema imports this file.
extendZodWithOpenApi(z);

export const time = z.iso.datetime().describe('A point in time in UTC, ISO 8601');
export const strings = z.array(z.string());

/** Zod with its method `openapi`, which names a schema in the OpenAPI document. */
export { z };
