import { strings, z } from './common.js';

/** The error body of the registry's endpoints. */
export const errorResponse = z
  .object({
    error: z.string().describe('A stable code, such as NODE_NOT_FOUND'),
    message: z.string().describe('Message for people: what is wrong, and what to do about it'),
  })
  .openapi('ErrorResponse');

/** The error body of the endpoints for which the contract specifies ValidationError. */
export const validationError = z
  .object({
    message: z.string().describe('Message for people: what is wrong, and what to do about it'),
    details: strings.describe('One line per invalid value, beginning with the name of its field'),
  })
  .openapi('ValidationError');
