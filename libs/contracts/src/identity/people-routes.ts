import { z } from 'zod';
import { text } from '../shared/inputs';
import { type InternalRoute, refusingRoute } from '../shared/internal-contract';
import { instant } from '../shared/instants';
import { errorBody } from '../shared/errors';
import { commonErrors } from '../shared/responses';
import { roles, userCreation } from './identity';
import { clientAddress, listedPerson, onBehalf, opaqueToken, personId, typedPassword } from './person';

const linkAnswer = z.object({
  person: listedPerson.describe('The person.'),
  link: z
    .object({
      url: z.string().describe('Address of the page on which the person sets a password.'),
      expires_utc: instant.describe('Until when the link can be used.'),
    })
    .nullable()
    .describe('The link, which the owner must pass on. Null if it is sent by e-mail.'),
});
export type LinkAnswer = z.infer<typeof linkAnswer>;

const role = z.enum(roles).describe('What the person may do on the pages.');
const invitation = userCreation.extend({ ...onBehalf.shape, role: role.default('member') });
export type Invitation = z.output<typeof invitation>;

const ownPasswordChange = onBehalf.extend({
  token: opaqueToken.describe('Token of the current session, which does not end.'),
  current_password: typedPassword.describe('The current password.'),
  new_password: typedPassword.describe('The new password.'),
  address: clientAddress,
});
export type OwnPasswordChange = z.output<typeof ownPasswordChange>;

const refusing = { method: 'POST', metadata: refusingRoute } as const;

/**
 * The routes for the people of an account, for the portal. Owners may use all of them. Members may use only the list
 * and the routes under `/internal/me`, and get a 403 on all others.
 */
export const peopleRoutes = {
  listPeople: {
    ...refusing,
    path: '/internal/people/list',
    body: onBehalf,
    summary: 'List the people of an account',
    description: 'All of them, about 200 at most.',
    responses: {
      200: z.object({ items: z.array(listedPerson).describe('The people.') }),
      ...commonErrors,
      409: errorBody,
    },
  },
  invitePerson: {
    ...refusing,
    path: '/internal/people/invite',
    body: invitation,
    summary: 'Invite a person',
    description: 'Refused with 409 if the e-mail address is taken.',
    responses: { 200: linkAnswer, ...commonErrors, 409: errorBody },
  },
  createPersonLink: {
    ...refusing,
    path: '/internal/people/:id/create_link',
    pathParams: personId,
    body: onBehalf,
    summary: 'Create a link for a person',
    description: 'An invitation if the person has no password yet, otherwise a password reset.',
    responses: { 200: linkAnswer, ...commonErrors, 409: errorBody },
  },
  changeRole: {
    ...refusing,
    path: '/internal/people/:id/change_role',
    pathParams: personId,
    body: onBehalf.extend({ role }),
    summary: 'Change the role of a person',
    description: 'Refused with 409 if the account would have no owner.',
    responses: { 200: listedPerson, ...commonErrors, 409: errorBody },
  },
  removePerson: {
    ...refusing,
    path: '/internal/people/:id/remove',
    pathParams: personId,
    body: onBehalf,
    summary: 'Remove a person',
    description: 'Ends the sessions and tokens of the person. Refused with 409 if the account would have no owner.',
    responses: { 200: z.object({}), ...commonErrors, 409: errorBody },
  },
  changeOwnName: {
    ...refusing,
    path: '/internal/me/change_name',
    body: onBehalf.extend({
      first_name: text(200).describe('First name.'),
      last_name: text(200).describe('Last name.'),
    }),
    summary: 'Change the own name',
    description: 'Members may change their own name too.',
    responses: { 200: listedPerson, ...commonErrors, 409: errorBody },
  },
  changeOwnPassword: {
    ...refusing,
    path: '/internal/me/change_password',
    body: ownPasswordChange,
    summary: 'Change the own password',
    description:
      'Ends all other sessions of the person. Refused with 400 if the current password is wrong, and with 429 after too many attempts.',
    responses: { 200: z.object({}), ...commonErrors, 409: errorBody },
  },
} as const satisfies Record<string, InternalRoute>;
