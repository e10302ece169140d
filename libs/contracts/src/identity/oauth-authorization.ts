import { z } from 'zod';
import { id, idInput } from '../shared/inputs';
import { instant } from '../shared/instants';
import { type InternalRoute, refusingRoute } from '../shared/internal-contract';
import { commonErrors, writeErrors } from '../shared/responses';
import { scopes } from './identity';

/**
 * A value of a parameter. The contract accepts values that are longer than any valid one. Only the service checks them,
 * because it must respond to some errors with a redirect.
 */
const parameter = z.string().max(4000);

/**
 * The parameters of an authorization request (RFC 6749, 4.1.1; RFC 7636; RFC 8707), as in the URL
 * of the consent page. A parameter that occurs several times is sent as a list. Only `resource` may
 * occur several times.
 */
export const authorizationParameters = z.record(z.string().max(200), z.union([parameter, z.array(parameter).max(20)]));
export type AuthorizationParameters = z.output<typeof authorizationParameters>;

const appShown = z.object({
  client_id: z.string().describe('Client id of the app.'),
  name: z.string().describe('Name of the app.'),
  description: z.string().describe('What the app does.'),
  website_url: z.string().nullable().describe('Address of its website. Null for none.'),
});
const redirect = z.object({
  outcome: z.literal('redirect').describe('Redirect the browser to the app, possibly with an error.'),
  redirect_to: z.string().describe('The address to redirect to.'),
});
const refuse = z.object({
  outcome: z
    .literal('refuse')
    .describe('Show the messages without a link to the app, because the app or its address is unknown.'),
  messages: z.array(z.string()).min(1).describe('What is wrong.'),
});

/**
 * What the portal does with an authorization request:
 * - `ask`: shows the consent page
 * - `redirect`: redirects the browser to the app, possibly with an error
 * - `refuse`: shows the messages without a link to the app, because the app or the URL is unknown
 */
export const authorizationCheck = z.discriminatedUnion('outcome', [
  z.object({
    outcome: z.literal('ask').describe('Show the consent page.'),
    app: appShown.describe('The app that asks.'),
    developer: z.string().describe('Name of the account that made the app.'),
    scope: z.enum(scopes).describe('The requested scope: full, or read (GET only).'),
    redirect_uri: z
      .string()
      .describe('The address of the redirect after the decision. The form-action of the page must allow it.'),
    account: z
      .object({ id: id.describe('Id of the account.'), company_name: z.string().describe('Name of the account.') })
      .describe('The account that is asked.'),
    is_authorized: z.boolean().describe('Whether the account has already authorized the app.'),
  }),
  redirect,
  refuse,
]);
export type AuthorizationCheck = z.infer<typeof authorizationCheck>;

/**
 * The response to the person's decision: the URL to redirect the browser to, or the messages to show if the request is
 * no longer valid.
 */
export const authorizationDecision = z.discriminatedUnion('outcome', [redirect, refuse]);
export type AuthorizationDecision = z.infer<typeof authorizationDecision>;

export const authorization = z
  .object({
    id: id.describe('Id of the authorization.'),
    app: appShown.describe('The app.'),
    developer: z.string().describe('Name of the account that made the app.'),
    scope: z.enum(scopes).describe('The widest scope of its tokens.'),
    person: z
      .object({
        id: id.describe('Id of the person.'),
        email_address: z.string().describe('E-mail address of the person.'),
        first_name: z.string().describe('First name; may be empty.'),
        last_name: z.string().describe('Last name; may be empty.'),
      })
      .nullable()
      .describe('The person who authorized it last. Null if the person was removed.'),
    created_utc: instant.describe('When it was authorized.'),
    last_used_utc: instant.nullable().describe('When it was last used, to a few minutes. Null if it was never used.'),
  })
  .meta({ id: 'Authorization', description: 'An app that an account has authorized.' });
export type Authorization = z.infer<typeof authorization>;

const ofAccount = z.object({ user_id: idInput.describe('Id of the account.') });
const byPerson = z.object({ person_id: idInput.describe('Id of the signed-in person.') });
const asked = byPerson.extend({
  parameters: authorizationParameters.describe('The parameters in the address of the page.'),
});
const refusing = { method: 'POST', metadata: refusingRoute } as const;

/**
 * The routes of the consent page and of the list of authorized apps, for the portal. Only owners
 * may authorize apps. A member gets a 403.
 */
export const oauthAuthorizationRoutes = {
  checkAuthorizationRequest: {
    ...refusing,
    path: '/internal/accounts/:user_id/authorization_requests/check',
    pathParams: ofAccount,
    body: asked,
    summary: 'Check an authorization request',
    description: 'What to do with it: show the consent page, redirect, or show why it is refused.',
    responses: { 200: authorizationCheck, ...commonErrors },
  },
  approveAuthorizationRequest: {
    ...refusing,
    path: '/internal/accounts/:user_id/authorization_requests/approve',
    pathParams: ofAccount,
    body: asked.extend({
      scope: z.enum(scopes).optional().describe('The person may allow a narrower scope than the app requests.'),
    }),
    summary: 'Authorize an app for the account',
    description:
      'Creates a code. A 503 means that the webhooks of an earlier authorization have not stopped yet. Try again.',
    responses: { 200: authorizationDecision, ...writeErrors },
  },
  refuseAuthorizationRequest: {
    ...refusing,
    path: '/internal/accounts/:user_id/authorization_requests/refuse',
    pathParams: ofAccount,
    body: asked,
    summary: 'Refuse an authorization request',
    description: 'Redirects the browser to the app with the error `access_denied`.',
    responses: { 200: authorizationDecision, ...commonErrors },
  },
  listAuthorizations: {
    ...refusing,
    path: '/internal/accounts/:user_id/authorizations/list',
    pathParams: ofAccount,
    body: byPerson,
    summary: 'List the apps that may use an account',
    description: 'Newest first, at most 1,000. Members may read this list.',
    responses: {
      200: z.object({ items: z.array(authorization).describe('The authorizations, newest first.') }),
      ...commonErrors,
    },
  },
  revokeAuthorization: {
    ...refusing,
    path: '/internal/accounts/:user_id/authorizations/:id/revoke',
    pathParams: ofAccount.extend({ id: idInput.describe('Id of the authorization.') }),
    body: byPerson,
    summary: 'Revoke the authorization of an app',
    description:
      'Ends all tokens of the app for the account, then its webhooks, and notifies the app. A 503 means that the tokens have ended but the webhooks have not. The platform keeps trying.',
    responses: { 200: z.object({}), ...writeErrors },
  },
} as const satisfies Record<string, InternalRoute>;
