import { z } from 'zod';
import { basic } from './account';
import { type Answer, send } from './http-client';
import { bodyOf, withId } from './read-answer';
import type { Platform } from './start-platform';

/** An OAuth app with its client id and secret. */
export interface App {
  clientId: string;
  /** The id of the client secret. */
  secretId: string;
  /** The client id and secret, as the value of the Authorization header. */
  authorization: string;
}

const REDIRECT = 'https://app.example.com/callback';

/**
 * Creates an app that gets refresh tokens together with its access tokens.
 * @param userId the account of the app's developer.
 */
export async function createApp({ operate }: Platform, userId: number, name: string): Promise<App> {
  const body = { name, redirect_uris: [REDIRECT], uses_refresh_tokens: true };
  const answer = await operate('identity', { method: 'POST', target: `/accounts/${userId}/apps`, body });
  const secrets = z.array(withId).length(1);
  const made = z.object({ app: z.object({ client_id: z.string(), secrets }), client_secret: z.string() });
  const { app, client_secret } = bodyOf(answer, made);
  const authorization = basic(app.client_id, client_secret);
  return { clientId: app.client_id, secretId: app.secrets[0]!.id, authorization };
}

/** The account, and the person who authorizes the app for it. */
interface Authorizing {
  userId: number;
  personId: number;
}

/** Returns the id of the only authorization of an account. */
export async function authorizationOf({ callAsPortal }: Platform, { userId, personId }: Authorizing): Promise<string> {
  const answer = await callAsPortal(`/internal/accounts/${userId}/authorizations/list`, { person_id: personId });
  return bodyOf(answer, z.object({ items: z.array(withId).length(1) })).items[0]!.id;
}

/** Lets an account authorize an app. @returns the code that the app exchanges for its tokens. */
export async function authorizeApp(
  { callAsPortal }: Platform,
  { clientId }: App,
  { userId, personId }: Authorizing,
): Promise<string> {
  const parameters = { response_type: 'code', client_id: clientId, state: 'xyz', scope: 'full' };
  const target = `/internal/accounts/${userId}/authorization_requests/approve`;
  const answer = await callAsPortal(target, { person_id: personId, parameters });
  const { redirect_to } = bodyOf(answer, z.object({ redirect_to: z.string() }));
  return new URL(redirect_to).searchParams.get('code') ?? '';
}

/** Sends a token request of an app. */
export function requestToken(
  { url }: Platform,
  { authorization }: Pick<App, 'authorization'>,
  form: Record<string, string>,
): Promise<Answer> {
  return send(url, { method: 'POST', target: '/oauth/access_token', headers: { authorization }, form });
}

/** Exchanges a code for tokens. */
export async function exchangeCode(platform: Platform, app: App, code: string) {
  const answer = await requestToken(platform, app, { grant_type: 'authorization_code', code });
  return bodyOf(answer, z.object({ access_token: z.string(), refresh_token: z.string() }));
}
