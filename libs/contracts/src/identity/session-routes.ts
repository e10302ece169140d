import { z } from 'zod';
import { type InternalRoute, refusingRoute } from '../shared/internal-contract';
import { instant } from '../shared/instants';
import { commonErrors } from '../shared/responses';
import { clientAddress, onBehalf, opaqueToken, personInAccount, typedEmailAddress, typedPassword } from './person';

const expires = instant.describe('When the session expires, unless it is used before.');
const signedIn = personInAccount.extend({
  token: z.string().describe('Token of the new session. Only this answer has it: the database has a hash.'),
  expires_utc: expires,
});
export type SignedIn = z.infer<typeof signedIn>;

/**
 * `active: false` does not reveal why the sign-in failed: the e-mail address may be unknown, the
 * password may be wrong, or no password may have been set.
 */
export const signInAnswer = z.discriminatedUnion('active', [
  z.object({ active: z.literal(false).describe('The person is not signed in.') }),
  signedIn.extend({ active: z.literal(true).describe('The person is signed in.') }),
]);
export type SignInAnswer = z.infer<typeof signInAnswer>;

/** `active: false` means that the session does not exist, has expired or was ended, or that its person was removed. */
const sessionAnswer = z.discriminatedUnion('active', [
  z.object({ active: z.literal(false).describe('There is no session.') }),
  personInAccount.extend({ active: z.literal(true).describe('There is a session.'), expires_utc: expires }),
]);
export type SessionAnswer = z.infer<typeof sessionAnswer>;

export const signIn = z.object({ email_address: typedEmailAddress, password: typedPassword, address: clientAddress });
export type SignIn = z.output<typeof signIn>;

/** The portal's routes for signing people in and for their sessions. */
export const sessionRoutes = {
  signIn: {
    method: 'POST',
    path: '/internal/sessions',
    body: signIn,
    summary: 'Sign a person in',
    description:
      'Refused with 429 and Retry-After after too many attempts for the e-mail address or from the client address.',
    responses: { 200: signInAnswer, ...commonErrors },
    metadata: refusingRoute,
  },
  lookUpSession: {
    method: 'POST',
    path: '/internal/sessions/look_up',
    body: z.object({ token: opaqueToken }),
    summary: 'Look up a session by its token, and extend it',
    description: 'The cookie of the session may be kept until `expires_utc`.',
    responses: { 200: sessionAnswer, ...commonErrors },
  },
  endSession: {
    method: 'POST',
    path: '/internal/sessions/end',
    body: z.object({ token: opaqueToken }),
    summary: 'End one session',
    description: 'Does nothing if the session is unknown, because it has ended then.',
    responses: { 200: z.object({}), ...commonErrors },
  },
  endAllSessions: {
    method: 'POST',
    path: '/internal/sessions/end_all',
    body: onBehalf,
    summary: 'End every session of a person',
    description: 'Also the session of the person who asks for it.',
    responses: { 200: z.object({}), ...commonErrors },
    metadata: refusingRoute,
  },
} as const satisfies Record<string, InternalRoute>;
