import { randomUUID } from 'node:crypto';
import type { ServiceUnderTest } from '@keyhaven/testing/service-under-test';
import { createAnAccount, createAUser } from './identity-under-test';

type Service = Pick<ServiceUnderTest, 'asOperator'>;

export const PASSWORD = 'correct horse battery';

/** Returns a client address that no other test uses, because attempts are counted by address. */
export function aClientAddress(): string {
  return randomUUID();
}

/** Signs in from a client address that is used only once. */
export function signIn(service: Service, email_address: string, password = PASSWORD) {
  const attempt = { email_address, password, address: aClientAddress() };
  return service.asOperator().post('/internal/sessions', attempt);
}

/** Returns the token at the end of a link's URL. */
export function tokenIn(url: string): string {
  return url.split('/').at(-1)!;
}

/** Lets the operator create a link for a person. Returns the link's token. */
export async function aLink(service: Service, userId: number, id: number): Promise<string> {
  const { status, body } = await service.asOperator().post(`/operator/accounts/${userId}/users/${id}/links`, {});
  if (status !== 200) throw new Error(`making a link answered ${status}: ${JSON.stringify(body)}`);
  return tokenIn(body.url as string);
}

/** Uses a link, from a client address that is used only once. */
export function redeem(service: Service, token: string, password = PASSWORD) {
  return service.asOperator().post('/internal/links/redeem', { token, password, address: aClientAddress() });
}

/** A person with a password, who is signed in. */
export interface SignedInPerson {
  userId: number;
  id: number;
  email_address: string;
  token: string;
  /** The account and the person, in the form in which calls of the portal contain them. */
  actor: { user_id: number; person_id: number };
}

/** Creates a person with a password, by default in a new account, and signs the person in. */
export async function aPerson(
  service: ServiceUnderTest,
  { userId: account, role = 'owner' }: { userId?: number; role?: 'owner' | 'member' } = {},
): Promise<SignedInPerson> {
  const userId = account ?? (await createAnAccount(service));
  const { id, email_address } = await createAUser(service, userId, role);
  const { body } = await redeem(service, await aLink(service, userId, id));
  return { userId, id, email_address, token: body.token as string, actor: { user_id: userId, person_id: id } };
}

/** Whether a session is valid. */
export async function isSignedIn(service: Service, token: string): Promise<boolean> {
  return (await service.asOperator().post('/internal/sessions/look_up', { token })).body.active as boolean;
}
