import { strings, z } from './common.js';

/** The error body of the registry's endpoints. */
export const errorResponse = z
  .object({
    error: z.string().describe('A stable code, such as NODE_NOT_FOUND'),
    message: z.string().describe('A sentence that a person can act on'),
  })
  .openapi('ErrorResponse');

/** The error body of what checks values. */
export const validationError = z
  .object({
    message: z.string().describe('A sentence that a person can act on'),
    details: strings.describe('One line for each fault, beginning with its field'),
  })
  .openapi('ValidationError');
