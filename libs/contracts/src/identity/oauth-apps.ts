import { z } from 'zod';
import { booleanInput, id, idInput, text, webAddress } from '../shared/inputs';
import { instant } from '../shared/instants';
import { type InternalRoute, refusingRoute } from '../shared/internal-contract';
import { commonErrors, writeErrors } from '../shared/responses';

export const MAX_APPS = 100;
export const MAX_REDIRECT_URIS = 20;
/**
 * The maximum number of secrets of an app. With two, an app can begin to use a new secret before
 * the old one is revoked.
 */
export const MAX_CLIENT_SECRETS = 2;
const MAX_ADDRESS = 2000;

/** The client id of an app in a path or a body. */
export const clientId = z
  .string({ error: 'expected a client id' })
  .regex(/^c_[\w.~-]{1,100}$/, { error: 'expected a client id, such as c_7HhQ2…' });

/**
 * A URL of an app that browsers are redirected to. Authorization requests must contain exactly this URL. http is
 * accepted only for programs on the person's own machine.
 */
export const redirectUri = text(MAX_ADDRESS).superRefine((value, context) => {
  const fault = faultOfRedirectUri(value);
  if (fault !== undefined) context.addIssue({ code: 'custom', message: fault });
});

function faultOfRedirectUri(value: string): string | undefined {
  const url = URL.canParse(value) ? new URL(value) : undefined;
  const isLoopback = url !== undefined && isLoopbackHost(url.hostname);
  if (!url || !(url.protocol === 'https:' || (url.protocol === 'http:' && isLoopback))) {
    return 'expected an address that begins with https://, or with http:// and 127.0.0.1, [::1] or localhost';
  }
  if (url.username !== '' || url.password !== '') return 'expected an address without a user name and password';
  if (value.includes('#')) return 'expected an address without a fragment (#…)';
  // Browsers and URL parsers interpret a backslash differently, so the URL that was checked could
  // differ from the one that the browser opens.
  if (/[^\u0021-\u007e]|\\/.test(value)) return 'expected an address of visible ASCII characters without backslashes';
  return undefined;
}

/** Whether a host name always means the person's own machine (RFC 8252, 7.3). */
export function isLoopbackHost(hostname: string): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || hostname === '127.0.0.1';
}

const clientSecret = z
  .object({
    id: id.describe('Id of the secret.'),
    ending: z.string().describe('The last four characters, to distinguish secrets.'),
    created_utc: instant.describe('When it was created.'),
    last_used_utc: instant.nullable().describe('When it was last used, to the hour. Null if it was never used.'),
  })
  .meta({ id: 'ClientSecret', description: 'A client secret, without the secret itself.' });

const words = {
  name: 'Name of the app, which people see when they authorize it.',
  description: 'What the app does, for the people who authorize it.',
  website_url: 'Address of the website of the app. Null for none.',
  redirect_uris: 'Addresses that browsers may be redirected to. Requests must repeat one of them exactly.',
  is_public:
    'Whether it runs where it cannot keep a secret, such as in a browser. A public app has no secret and must use PKCE.',
  uses_refresh_tokens:
    'Whether its access tokens expire after an hour and are renewed with refresh tokens. Otherwise they do not expire.',
  is_subscribed_to_announcements:
    'Whether its developer receives the announcements of API changes and bug fixes by e-mail.',
};

export const oauthApp = z
  .object({
    id: id.describe('Id of the app.'),
    client_id: z.string().describe('Client id (`c_…`), which is no secret.'),
    name: z.string().describe(words.name),
    description: z.string().describe(words.description),
    website_url: z.string().nullable().describe(words.website_url),
    redirect_uris: z.array(z.string()).describe(words.redirect_uris),
    is_public: z.boolean().describe(words.is_public),
    uses_refresh_tokens: z.boolean().describe(words.uses_refresh_tokens),
    is_subscribed_to_announcements: z.boolean().describe(words.is_subscribed_to_announcements),
    secrets: z.array(clientSecret).describe('The client secrets, oldest first.'),
    created_utc: instant.describe('When the app was created.'),
    updated_utc: instant.describe('When it was last changed.'),
  })
  .meta({ id: 'OAuthApp', description: 'An OAuth app, as its developer sees it.' });
export type OAuthApp = z.infer<typeof oauthApp>;

const redirectUris = z
  .array(redirectUri, { error: 'expected a list of addresses' })
  .min(1, { error: 'expected at least one address' })
  .max(MAX_REDIRECT_URIS, { error: `expected at most ${MAX_REDIRECT_URIS} addresses` })
  .transform((addresses) => [...new Set(addresses)]);

const writable = {
  name: text(100)
    .transform((name) => name.trim())
    .refine((name) => name !== '', { error: 'expected a name' })
    .describe(`${words.name} 1 to 100 characters.`),
  description: text(2000).describe(`${words.description} Up to 2,000 characters.`),
  website_url: webAddress(MAX_ADDRESS).nullable().describe(words.website_url),
  redirect_uris: redirectUris.describe(
    `${words.redirect_uris} 1 to ${MAX_REDIRECT_URIS}: https, or http on the person's own machine.`,
  ),
  uses_refresh_tokens: booleanInput.describe(words.uses_refresh_tokens),
  is_subscribed_to_announcements: booleanInput.describe(words.is_subscribed_to_announcements),
};

const creation = {
  ...writable,
  description: writable.description.default(''),
  website_url: writable.website_url.default(null),
  is_public: booleanInput.default(false).describe(`${words.is_public} By default false. It cannot change later.`),
  uses_refresh_tokens: writable.uses_refresh_tokens.default(false),
};

/**
 * The body with which a person creates an app. By default the app is subscribed to the announcements, but the person
 * can uncheck the checkbox for them in the portal.
 */
export const oauthAppCreation = z.object({
  ...creation,
  is_subscribed_to_announcements: writable.is_subscribed_to_announcements.default(true),
});
export type OAuthAppCreation = z.output<typeof oauthAppCreation>;

/** A client secret that another system generated. The minimum length makes it hard to guess. */
const importedSecret = text(200).regex(/^s_[\u0021-\u007e]{20,}$/, {
  error: 'expected s_ and at least 20 visible ASCII characters',
});

export const oauthAppImport = z
  .object({
    ...creation,
    is_subscribed_to_announcements: writable.is_subscribed_to_announcements.default(false),
    client_id: clientId.optional().describe('The client id that the app has elsewhere. By default a new one.'),
    client_secrets: z
      .array(importedSecret)
      .max(MAX_CLIENT_SECRETS, { error: `expected at most ${MAX_CLIENT_SECRETS} secrets` })
      .optional()
      .describe(`The secrets that the app has elsewhere, at most ${MAX_CLIENT_SECRETS}. By default a new one.`),
  })
  .meta({
    id: 'OAuthAppImport',
    description:
      'An app that the operator creates or copies from another system. By default it is not subscribed to the announcements.',
  });
export type OAuthAppImport = z.output<typeof oauthAppImport>;

export const oauthAppPatch = z.object(writable).partial();
export type OAuthAppPatch = z.output<typeof oauthAppPatch>;

export const oauthAppWithSecret = z
  .object({
    app: oauthApp.describe('The app.'),
    client_secret: z
      .string()
      .startsWith('s_')
      .nullable()
      .describe('The new client secret. Only this answer contains it. Null if none was made, as for a public app.'),
  })
  .meta({
    id: 'OAuthAppWithSecret',
    description: 'An app with a new secret, of which the platform stores only a hash.',
  });
export type OAuthAppWithSecret = z.infer<typeof oauthAppWithSecret>;

const ofAccount = z.object({ user_id: idInput.describe('Id of the account.') });
const ofApp = ofAccount.extend({ client_id: clientId.describe('Client id of the app.') });
/** The signed-in person. Only owners of the account may change apps. A member gets a 403. */
const byPerson = z.object({ person_id: idInput.describe('Id of the signed-in person.') });
const refusing = { method: 'POST', metadata: refusingRoute } as const;

/** The routes for the OAuth apps of an account, for the portal. A request for an app of another account gets a 404. */
export const oauthAppRoutes = {
  createApp: {
    ...refusing,
    path: '/internal/accounts/:user_id/apps',
    pathParams: ofAccount,
    body: oauthAppCreation.extend(byPerson.shape),
    summary: 'Create an OAuth app',
    description: 'Refused with 409 when the account has 100.',
    responses: { 200: oauthAppWithSecret, ...writeErrors },
  },
  listApps: {
    ...refusing,
    path: '/internal/accounts/:user_id/apps/list',
    pathParams: ofAccount,
    body: byPerson,
    summary: 'List the OAuth apps of an account',
    description: 'All of them, oldest first, at most 100.',
    responses: { 200: z.object({ items: z.array(oauthApp).describe('The apps, oldest first.') }), ...commonErrors },
  },
  readApp: {
    ...refusing,
    path: '/internal/accounts/:user_id/apps/:client_id/read',
    pathParams: ofApp,
    body: byPerson,
    summary: 'Read an OAuth app',
    description: 'Without its secrets, of which only the endings are shown.',
    responses: { 200: oauthApp, ...commonErrors },
  },
  changeApp: {
    ...refusing,
    path: '/internal/accounts/:user_id/apps/:client_id/change',
    pathParams: ofApp,
    body: oauthAppPatch.extend(byPerson.shape),
    summary: 'Change an OAuth app',
    description: 'Only the sent fields change. Whether an app is public cannot be changed.',
    responses: { 200: oauthApp, ...writeErrors },
  },
  addAppSecret: {
    ...refusing,
    path: '/internal/accounts/:user_id/apps/:client_id/secrets',
    pathParams: ofApp,
    body: byPerson,
    summary: 'Add a client secret',
    description: 'Refused with 409 if the app is public or has two.',
    responses: { 200: oauthAppWithSecret, ...writeErrors },
  },
  removeAppSecret: {
    ...refusing,
    path: '/internal/accounts/:user_id/apps/:client_id/secrets/:id/remove',
    pathParams: ofApp.extend({ id: idInput.describe('Id of the secret.') }),
    body: byPerson,
    summary: 'End a client secret immediately',
    description: 'Refused with 409 if it is the only one. Add another one first.',
    responses: { 200: oauthApp, ...writeErrors },
  },
  deleteApp: {
    ...refusing,
    path: '/internal/accounts/:user_id/apps/:client_id/delete',
    pathParams: ofApp,
    body: byPerson,
    summary: 'Delete an OAuth app',
    description: 'Deletes the app, its authorizations in all accounts, and their webhooks. This cannot be undone.',
    responses: { 200: z.object({}), ...writeErrors },
  },
} as const satisfies Record<string, InternalRoute>;
