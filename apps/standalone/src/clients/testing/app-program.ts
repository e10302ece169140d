import type { Answered, PlatformForClients } from '../../testing/platform-for-clients';

export const redirectUri = 'https://app.example.com/callback';

/** The credentials of an OAuth app, and a person who may authorize it. */
export interface AppProgram {
  id: string;
  secret: string;
  basic: string;
  personId: number;
}

/** Registers an app and adds a person to the account. */
export async function createApp(
  { operate, userId }: PlatformForClients,
  name: string,
  settings: object = {},
): Promise<AppProgram> {
  const body = { name, redirect_uris: [redirectUri], ...settings };
  const { app, client_secret: secret } = (await operate('identity', '/apps', { method: 'POST', body })).body;
  const id = app.client_id as string;
  const person = { email_address: `person-of-${id.toLowerCase()}@example.com` };
  const added = await operate('identity', '/users', { method: 'POST', body: person });
  if (added.status !== 200) throw new Error(`account ${userId} got no person: ${added.text}`);
  return { id, secret, basic: `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}`, personId: added.body.id };
}

/**
 * Opens the consent page of an app in a browser in which the person is signed in, and allows the app.
 * @returns the URL to which the browser is redirected.
 */
export async function authorize(
  { url, operate, callAsPortal }: PlatformForClients,
  { id, personId }: AppProgram,
  parameters: Record<string, string>,
): Promise<URL> {
  const asked = new URLSearchParams({ response_type: 'code', client_id: id, redirect_uri: redirectUri, ...parameters });
  const page = `${url}/oauth/authorize?${asked.toString()}`;
  const link = await operate('identity', `/users/${personId}/links`, { method: 'POST', body: {} });
  const password = 'a long password of a person';
  const redeemed = { token: String(link.body.url).split('/').at(-1), password, address: '127.0.0.1' };
  const session = (await callAsPortal('/internal/links/redeem', redeemed)).body.token as string;

  const cookie = `keyhaven_session=${session}`;
  const opened = await fetch(page, { headers: { cookie }, redirect: 'manual' });
  const [, csrf = ''] = /keyhaven_csrf=([^;,]+)/.exec(opened.headers.getSetCookie().join()) ?? [];
  const decided = await fetch(page, {
    method: 'POST',
    headers: { cookie: `${cookie}; keyhaven_csrf=${csrf}`, 'sec-fetch-site': 'same-origin' },
    body: new URLSearchParams({ decision: 'allow', csrf_token: decodeURIComponent(csrf) }),
    redirect: 'manual',
  });
  const location = decided.headers.get('location');
  if (location === null) throw new Error(`the consent page answered ${opened.status} and then ${decided.status}`);
  return new URL(location);
}

/** Sends a token request as a form. @param authorization the credentials of the app, unless the form contains them. */
export async function requestToken(
  { url }: PlatformForClients,
  form: Record<string, string>,
  authorization?: string,
): Promise<Pick<Answered, 'status' | 'body'>> {
  const answer = await fetch(`${url}/oauth/access_token`, {
    method: 'POST',
    headers: authorization === undefined ? {} : { authorization },
    body: new URLSearchParams(form),
  });
  return { status: answer.status, body: await answer.json() };
}

/** Authorizes an app. @returns an access token. */
export async function accessTokenOf(platform: PlatformForClients, app: AppProgram): Promise<string> {
  const code = (await authorize(platform, app, { scope: 'full' })).searchParams.get('code')!;
  const { body } = await requestToken(platform, { grant_type: 'authorization_code', code }, app.basic);
  return (body as { access_token: string }).access_token;
}
