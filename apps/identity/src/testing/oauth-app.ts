import { createHash, randomBytes } from 'node:crypto';
import type { OAuthApp } from '@keyhaven/contracts/identity/oauth-apps';
import type { Answer } from '@keyhaven/testing/checked-client';
import type { ServiceUnderTest } from '@keyhaven/testing/service-under-test';
import { createAnAccount, createAUser } from './identity-under-test';

export const CALLBACK = 'https://app.example.com/callback';

/** An app that a new account has created, and the app's credentials. */
export interface AppUnderTest {
  ownerId: number;
  ownerPersonId: number;
  clientId: string;
  /** The client secret. Empty for a public app. */
  secret: string;
  record: OAuthApp;
}

/** An account with a person who may authorize apps. */
export interface ConsentingAccount {
  accountId: number;
  personId: number;
}

export async function createAnApp(service: ServiceUnderTest, fields: object = {}): Promise<AppUnderTest> {
  const { accountId: ownerId, personId: ownerPersonId } = await createConsentingAccount(service);
  const body = { person_id: ownerPersonId, name: 'Guest Guide', redirect_uris: [CALLBACK], ...fields };
  const answer = await service.asOperator().post(`/internal/accounts/${ownerId}/apps`, body);
  if (answer.status !== 200) throw new Error(`the app was answered ${answer.status}: ${JSON.stringify(answer.body)}`);
  const { app, client_secret } = answer.body as { app: OAuthApp; client_secret: string | null };
  return { ownerId, ownerPersonId, clientId: app.client_id, secret: client_secret ?? '', record: app };
}

export async function createConsentingAccount(service: ServiceUnderTest): Promise<ConsentingAccount> {
  const accountId = await createAnAccount(service);
  const { id: personId } = await createAUser(service, accountId);
  return { accountId, personId };
}

/** Checks, approves or refuses an authorization request, as the consent page does. */
export async function decide(
  service: ServiceUnderTest,
  decision: 'check' | 'approve' | 'refuse',
  { accountId, personId }: ConsentingAccount,
  parameters: Record<string, string | string[]>,
  more: object = {},
): Promise<Answer> {
  const path = `/internal/accounts/${accountId}/authorization_requests/${decision}`;
  return service.asOperator().post(path, { person_id: personId, parameters, ...more });
}

/** The parameters of an authorization request of an app. */
export function requestOf(app: AppUnderTest, more: Record<string, string> = {}): Record<string, string> {
  return { response_type: 'code', client_id: app.clientId, redirect_uri: CALLBACK, state: 'xyz', ...more };
}

/** Authorizes an app on behalf of a person. @returns the code that the app receives. */
export async function authorize(
  service: ServiceUnderTest,
  app: AppUnderTest,
  account: ConsentingAccount,
  more: Record<string, string> = {},
): Promise<string> {
  const { status, body } = await decide(service, 'approve', account, requestOf(app, more));
  const code = status === 200 ? new URL(body.redirect_to ?? 'about:blank').searchParams.get('code') : null;
  if (code === null) throw new Error(`the approval was answered ${status}: ${JSON.stringify(body)}`);
  return code;
}

/** Returns the headers that the gateway creates from a client's Basic credentials and address. */
export function clientHeaders({ clientId, secret }: AppUnderTest, address = clientId): Record<string, string> {
  const basic = Buffer.from(`${clientId}:${secret}`).toString('base64');
  return { 'x-client-authorization': `Basic ${basic}`, 'x-client-address': address };
}

/** Sends a token request as a form. The client's Basic credentials are added unless the form contains credentials. */
export function requestToken(
  service: ServiceUnderTest,
  app: AppUnderTest,
  form: Record<string, string>,
  headers = form.client_id === undefined ? clientHeaders(app) : { 'x-client-address': app.clientId },
): Promise<Answer> {
  return service.asAnyone().post('/oauth/access_token', undefined, {
    rawBody: new URLSearchParams(form).toString(),
    headers: { ...headers, 'content-type': 'application/x-www-form-urlencoded' },
  });
}

/** Exchanges a code for tokens. Sends the redirect URI, as most clients do. */
export function exchange(
  service: ServiceUnderTest,
  app: AppUnderTest,
  code: string,
  more: Record<string, string> = {},
): Promise<Answer> {
  return requestToken(service, app, { grant_type: 'authorization_code', code, redirect_uri: CALLBACK, ...more });
}

export function refresh(service: ServiceUnderTest, app: AppUnderTest, refresh_token: string): Promise<Answer> {
  return requestToken(service, app, { grant_type: 'refresh_token', refresh_token });
}

/** Authorizes an app, and returns its tokens. */
export async function obtainTokens(
  service: ServiceUnderTest,
  app: AppUnderTest,
  account: ConsentingAccount,
): Promise<{ access_token: string; refresh_token: string }> {
  const { status, body } = await exchange(service, app, await authorize(service, app, account));
  if (status !== 200) throw new Error(`the exchange was answered ${status}: ${JSON.stringify(body)}`);
  return body as { access_token: string; refresh_token: string };
}

export async function introspect(service: ServiceUnderTest, token: string): Promise<Record<string, unknown>> {
  return (await service.asOperator().post('/internal/introspect', { token })).body as Record<string, unknown>;
}

/** Returns a PKCE verifier and its challenge. */
export function newVerifier(): { verifier: string; challenge: Record<string, string> } {
  const verifier = randomBytes(32).toString('base64url');
  const code_challenge = createHash('sha256').update(verifier).digest('base64url');
  return { verifier, challenge: { code_challenge, code_challenge_method: 'S256' } };
}
