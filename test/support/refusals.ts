import { expect } from '@jest/globals';
import type { Answer } from './registry.js';

/**
 * What is refused by its look alone is refused in less than this, where the machine lets it: so it is tried a few
 * times.
 */
export const AT_ONCE_MS = 100;
export const TURNS_MAX = 12;

/** Expects an ErrorResponse of this status and code, and nothing beside its two fields. */
export function expectError(answer: Answer, status: number, code: string): void {
  expect({ status: answer.status, body: answer.body }).toEqual({
    status,
    body: { error: code, message: expect.any(String) },
  });
}

/** Expects a ValidationError of this status, and nothing beside its two fields. */
export function expectValidationError(answer: Answer, status: number): void {
  expect({ status: answer.status, body: answer.body }).toEqual({
    status,
    body: { message: expect.any(String), details: expect.any(Array) },
  });
  expect(answer.body.details).not.toHaveLength(0);
}

/** Expects a success without a body. */
export function expectNoContent(answer: Answer): void {
  expect({ status: answer.status, text: answer.text }).toEqual({ status: 204, text: '' });
}
