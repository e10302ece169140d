import { ApiError } from '@keyhaven/contracts/shared/errors';
import type { PortalServices } from '../services/portal-services';

type Identity = PortalServices['identity'];

/** Creates a stub of the identity service with the responses that a test sets. All other calls fail. */
export function stubIdentity(answers: Partial<Identity>): Identity {
  return new Proxy({} as Identity, {
    get: (_target, name: keyof Identity) =>
      answers[name] ??
      (() =>
        Promise.reject(new ApiError('unavailable', `the test gives no answer of ${name}`, { 'Retry-After': '2' }))),
  });
}

/** A person, and an account whose name must be escaped. */
export const ada = {
  person: {
    id: 7,
    email_address: 'ada@example.com',
    first_name: 'Ada',
    last_name: 'Rossi',
    role: 'owner' as 'owner' | 'member',
  },
  account: { id: 42, company_name: 'Casa <Aurora> & Söhne', time_zone: 'Europe/Rome', currency_code: 'EUR' },
};
export const sessionToken = 'a-session-token';
export const otherSessionToken = 'another-session-token';
export const password = 'correct horse battery';

/**
 * Returns the responses of a stub of the identity service, in which Ada can sign in. Her sign-in starts the session of
 * `sessionToken`. A second session, of `otherSessionToken`, exists too. `endSession` ends both.
 */
export function identityOfAda(role: 'owner' | 'member' = 'owner'): Partial<Identity> & { isActive: boolean } {
  const session = { ...ada, person: { ...ada.person, role }, expires_utc: '2040-01-01T00:00:00Z' };
  const state = {
    isActive: true,
    signIn: ({ body }: { body: { email_address: string; password: string } }) =>
      Promise.resolve(
        body.email_address === ada.person.email_address && body.password === password
          ? { active: true as const, ...session, token: sessionToken }
          : { active: false as const },
      ),
    lookUpSession: ({ body }: { body: { token: string } }) =>
      Promise.resolve(
        state.isActive && [sessionToken, otherSessionToken].includes(body.token)
          ? { active: true as const, ...session }
          : { active: false as const },
      ),
    endSession: () => {
      state.isActive = false;
      return Promise.resolve({});
    },
  };
  return state;
}
