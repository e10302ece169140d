import type { Answer } from '../checked-client';
import type { World } from './write-path';

/** Adds an Idempotency-Key to a write. Every kill has its own account, so the same key can be used for all. */
export const withKey = { headers: { 'idempotency-key': 'key-1' } };

/** The path of an account's records for operators. */
export function operatorPath({ userId }: World, path: string): string {
  return `/operator/accounts/${userId}${path}`;
}

/** The body of a successful answer. @throws Error when the request was refused. */
export async function success(request: Promise<Answer>): Promise<any> {
  const { status, body } = await request;
  if (status !== 200) throw new Error(`answered ${status}: ${JSON.stringify(body)}`);
  return body;
}

/** Describes an unexpected answer. */
export async function unlessAnswered(expected: number, what: string, request: Promise<Answer>): Promise<string[]> {
  const { status, body } = await request;
  return status === expected ? [] : [`${what} answered ${status}, not ${expected}: ${JSON.stringify(body)}`];
}
