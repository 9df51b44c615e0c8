import { expect } from '@jest/globals';
import type { Answer } from './registry.js';

/** Expects an ErrorResponse of this status and code, and nothing beside its two fields. */
export function expectError(answer: Answer, status: number, code: string): void {
  expect({ status: answer.status, body: answer.body }).toEqual({ status, body: { error: code, message: expect.any(String) } });
}

/** Expects a ValidationError of this status, and nothing beside its two fields. */
export function expectValidationError(answer: Answer, status: number): void {
  expect({ status: answer.status, body: answer.body }).toEqual({ status, body: { message: expect.any(String), details: expect.any(Array) } });
  expect(answer.body.details).not.toHaveLength(0);
}

/** Expects a success without a body. */
export function expectNoContent(answer: Answer): void {
  expect({ status: answer.status, text: answer.text }).toEqual({ status: 204, text: '' });
}
