import { z } from 'zod';
import { id, idInput, idPath, text } from '../shared/inputs';
import { type InternalRoute, refusingRoute } from '../shared/internal-contract';
import { instant, instantInput } from '../shared/instants';
import { errorBody } from '../shared/errors';
import { commonErrors } from '../shared/responses';
import { issuedToken, scopes } from './identity';
import { onBehalf, personInAccount } from './person';

export const personalToken = z
  .object({
    id: id.describe('Id of the token.'),
    name: z.string().describe('What the token is for.'),
    scope: z.enum(scopes).describe('`full`, or `read`, which allows GET only.'),
    person: personInAccount.shape.person
      .pick({ id: true, email_address: true, first_name: true, last_name: true })
      .describe('The person whom it belongs to.'),
    created_utc: instant.describe('When it was created.'),
    expires_utc: instant.nullable().describe('When it expires. Null if it does not.'),
    last_used_utc: instant.nullable().describe('When it was last used, to the minute. Null if it was never used.'),
  })
  .meta({ id: 'PersonalToken', description: 'A personal access token, without the secret token itself.' });
export type PersonalToken = z.infer<typeof personalToken>;

const personalTokenCreation = onBehalf.extend({
  name: text(200).min(1).describe('What the token is for, 1 to 200 characters.'),
  scope: z
    .enum(scopes)
    .optional()
    .describe('By default `full` for an owner and `read` for a member. A member is refused the scope `full`.'),
  expires_utc: instantInput.nullable().default(null).describe('When it expires. Null (the default) for never.'),
});
export type PersonalTokenCreation = z.output<typeof personalTokenCreation>;

const tokenList = onBehalf.extend({
  before_id: idInput
    .nullable()
    .default(null)
    .describe('Only tokens with a lower id: `next_before_id` of the previous page. Null for the first page.'),
  limit: z.int().min(1).max(100).default(50).describe('The number of items of a page, 1 to 100, by default 50.'),
});
const tokenPage = z.object({
  items: z.array(personalToken).describe('The tokens, newest first.'),
  next_before_id: id.nullable().describe('The `before_id` of the next page. Null on the last page.'),
});

const refusing = { method: 'POST', metadata: refusingRoute } as const;

/**
 * The routes for personal access tokens, for the portal. Members see and revoke their own tokens,
 * owners all tokens of the account.
 */
export const personalTokenRoutes = {
  listPersonalTokens: {
    ...refusing,
    path: '/internal/personal_tokens/list',
    body: tokenList,
    summary: 'List personal access tokens',
    description: 'Those that are not revoked, newest first.',
    responses: {
      200: tokenPage,
      ...commonErrors,
    },
  },
  createPersonalToken: {
    ...refusing,
    path: '/internal/personal_tokens',
    body: personalTokenCreation,
    summary: 'Create a personal access token',
    description: 'Only this answer contains the token itself.',
    responses: { 200: issuedToken, ...commonErrors, 409: errorBody },
  },
  revokePersonalToken: {
    ...refusing,
    path: '/internal/personal_tokens/:id/revoke',
    pathParams: idPath('token'),
    body: onBehalf,
    summary: 'Revoke a personal access token',
    description:
      'Ends the token immediately, then stops its webhooks. A 503 means that the token has ended but the webhooks have not.',
    responses: { 200: z.object({}), ...commonErrors },
  },
} as const satisfies Record<string, InternalRoute>;
