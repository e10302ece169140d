import { z } from 'zod';
import { type InternalRoute, refusingRoute } from '../shared/internal-contract';
import { instant } from '../shared/instants';
import { commonErrors } from '../shared/responses';
import { clientAddress, opaqueToken, personInAccount, typedEmailAddress, typedPassword } from './person';
import { signInAnswer } from './session-routes';

/**
 * What a one-time link is for: the first password of an account's first user, the first password of
 * an invited person, or a new password.
 */
export const linkKinds = ['first_user', 'invitation', 'password_reset'] as const;
export type LinkKind = (typeof linkKinds)[number];

/** The path of the page for a one-time link: `<public URL>/portal/links/<token>`. */
export const linkPath = (token: string) => `/portal/links/${token}`;

const kind = z
  .enum(linkKinds)
  .describe('`first_user` and `invitation`: for the first password. `password_reset`: for a new one.');
const expires = instant.describe('Until when the link can be used.');
const lookedAtLink = personInAccount.extend({ kind, expires_utc: expires });
export type LookedAtLink = z.infer<typeof lookedAtLink>;

const redeemedLink = z.object({ token: opaqueToken, password: typedPassword, address: clientAddress });
export type RedeemedLink = z.output<typeof redeemedLink>;

export const operatorLink = z
  .object({
    kind,
    url: z.string().describe('Address of the page on which the person sets a password. It works once.'),
    expires_utc: expires,
  })
  .meta({ id: 'OperatorLink', description: 'A new link for a person, for the operator to hand over.' });
export type OperatorLink = z.infer<typeof operatorLink>;

/** The portal's routes for the one-time links with which people set a password. */
export const linkRoutes = {
  lookAtLink: {
    method: 'POST',
    path: '/internal/links/look_at',
    body: z.object({ token: opaqueToken, address: clientAddress }),
    summary: 'Look up a one-time link without using it',
    description: 'Refused with 404 if the link is unknown, was used, or has expired.',
    responses: { 200: lookedAtLink, ...commonErrors },
    metadata: refusingRoute,
  },
  redeemLink: {
    method: 'POST',
    path: '/internal/links/redeem',
    body: redeemedLink,
    summary: 'Use a one-time link',
    description:
      'Sets the password, ends all sessions of the person, and signs in. A link works once. Refused with 404 if the link is unknown, was used, or has expired, with 400 if the password is too short or too long, and with 429 after too many attempts.',
    responses: { 200: signInAnswer, ...commonErrors },
    metadata: refusingRoute,
  },
  requestPasswordReset: {
    method: 'POST',
    path: '/internal/links/request_password_reset',
    body: z.object({ email_address: typedEmailAddress, address: clientAddress }),
    summary: 'Send a link for a new password',
    description:
      'By e-mail to the person with this address, if there is one; the answer does not reveal whether there is. Without SMTP (`is_mailed: false`) nothing is sent, and an owner of the account or the operator has to make the link.',
    responses: {
      200: z.object({ is_mailed: z.boolean().describe('Whether the platform can send e-mails.') }),
      ...commonErrors,
    },
    metadata: refusingRoute,
  },
} as const satisfies Record<string, InternalRoute>;
