import type { Answer } from '../checked-client';
import type { World } from './write-path';

/** Makes a write one that can be repeated; every kill has an account, and so a key, of its own. */
export const withKey = { headers: { 'idempotency-key': 'key-1' } };

/** The path of an account's records on the operator face. */
export function operatorPath({ userId }: World, path: string): string {
  return `/operator/accounts/${userId}${path}`;
}

/** What a request answered that has to succeed. @throws Error when it was refused. */
export async function success(request: Promise<Answer>): Promise<any> {
  const { status, body } = await request;
  if (status !== 200) throw new Error(`answered ${status}: ${JSON.stringify(body)}`);
  return body;
}

/** What a request answered beside what was expected, in words. */
export async function unlessAnswered(expected: number, what: string, request: Promise<Answer>): Promise<string[]> {
  const { status, body } = await request;
  return status === expected ? [] : [`${what} answered ${status}, not ${expected}: ${JSON.stringify(body)}`];
}
