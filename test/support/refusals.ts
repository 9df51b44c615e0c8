import { expect } from '@jest/globals';
import type { Answer } from './registry.js';

/** Limit of the processor time, in milliseconds, of a refusal that depends only on the form of the request. */
export const AT_ONCE_MS = 100;
/** Number of attempts, because the first request of a kind loads and compiles code. */
export const TRIES = 5;

/** The processor time of this process in milliseconds. It does not depend on other processes. */
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
