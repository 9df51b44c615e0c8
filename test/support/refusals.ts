import { expect } from '@jest/globals';
import type { Answer } from './registry.js';

/** Milliseconds of processor time that a refusal may take if the request's form alone is the reason for it. */
export const AT_ONCE_MS = 100;
/** The first request of a kind has code to load and to compile. */
export const TRIES = 5;

/** Milliseconds of processor time that this process has taken; other processes do not count, however busy they are. */
export function cpuMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

/** Expects an ErrorResponse of this status and code, with its two fields only. */
export function expectError(answer: Answer, status: number, code: string): void {
  expect({ status: answer.status, body: answer.body }).toEqual({
    status,
    body: { error: code, message: expect.any(String) },
  });
}

/** Expects a ValidationError of this status, with its two fields only. */
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
