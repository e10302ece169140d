import type { Answer } from '../checked-client';
import type { World } from './write-path';

/**
 * Headers with an Idempotency-Key. All kills can use the same key, because each kill has its own
 * account.
 */
export const withKey = { headers: { 'idempotency-key': 'key-1' } };

/** Returns the path of an operator route for the account, such as /operator/accounts/1/bookings. */
export function operatorPath({ userId }: World, path: string): string {
  return `/operator/accounts/${userId}${path}`;
}

/**
 * Returns the body of a successful response.
 * @throws Error if the request was refused.
 */
export async function success(request: Promise<Answer>): Promise<any> {
  const { status, body } = await request;
  if (status !== 200) throw new Error(`answered ${status}: ${JSON.stringify(body)}`);
  return body;
}

/**
 * Returns a list with one fault if the response does not have the expected status; otherwise an
 * empty list.
 */
export async function unlessAnswered(expected: number, what: string, request: Promise<Answer>): Promise<string[]> {
  const { status, body } = await request;
  return status === expected ? [] : [`${what} answered ${status}, not ${expected}: ${JSON.stringify(body)}`];
}
