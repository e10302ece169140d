import { until } from '@keyhaven/testing/until';
import { z } from 'zod';
import { basic, idOf } from './account';
import { type Answer, send } from './http-client';
import { bodyOf } from './read-answer';
import { authorizeApp, requestToken } from './shared-app';
import type { TwoAccounts } from './two-accounts';

/** An attempt, the expected status of its response, and the actual status. */
export type Outcome = [what: string, expected: number, status: number];

export function expectedOf(outcomes: readonly Outcome[]): Outcome[] {
  return outcomes.map(([what, expected]) => [what, expected, expected]);
}

/**
 * Lets another app try to use and revoke the tokens of the victim's app. The tokens must remain
 * valid.
 */
export async function attackTokensOfApp({ platform, victim, app, otherApp }: TwoAccounts): Promise<Outcome[]> {
  const code = await authorizeApp(platform, app, victim);
  const refresh = { grant_type: 'refresh_token', refresh_token: victim.refreshToken };
  const exchange = { grant_type: 'authorization_code', code };
  const secretOfOther = Buffer.from(otherApp.authorization.split(' ')[1]!, 'base64').toString().split(':')[1]!;
  const mixed = { authorization: basic(app.clientId, secretOfOther) };
  const end = (token: string) =>
    send(platform.url, {
      method: 'DELETE',
      target: `/oauth/access_token/${token}`,
      headers: { authorization: otherApp.authorization },
    });
  const steps: [string, number, () => Promise<Answer>][] = [
    ['another app exchanges the code', 400, () => requestToken(platform, otherApp, exchange)],
    ['another app uses the refresh token', 400, () => requestToken(platform, otherApp, refresh)],
    ["the secret of another app is sent with the app's id", 401, () => requestToken(platform, mixed, exchange)],
    ['another app ends the access token', 404, () => end(victim.accessToken)],
    ['another app ends the refresh token', 404, () => end(victim.refreshToken)],
    ['the account uses its access token', 200, () => readUser(platform.url, victim.credentials.app)],
    ['the app uses the refresh token', 200, () => requestToken(platform, app, refresh)],
    ['the app exchanges the code', 200, () => requestToken(platform, app, exchange)],
  ];
  const outcomes: Outcome[] = [];
  for (const [what, expected, act] of steps) outcomes.push([what, expected, (await act()).status]);
  return outcomes;
}

/**
 * Lets the attacker try to revoke the victim's authorization of an app, which must fail. Then the
 * attacker revokes its own authorization.
 */
export async function attackAuthorization({ platform, victim, attacker }: TwoAccounts): Promise<Outcome[]> {
  const { callAsPortal, url } = platform;
  const end = (id: string) =>
    callAsPortal(`/internal/accounts/${attacker.userId}/authorizations/${id}/revoke`, { person_id: attacker.personId });
  // On a busy machine, the webhook service might not respond to identity in time. Identity then responds with 503, and
  // the request is repeated.
  const endOwn = () =>
    until(async () => {
      const { status } = await end(idOf(attacker, 'authorization'));
      return status === 503 ? undefined : status;
    });
  const outcomes: Outcome[] = [
    ['the attacker ends the authorization of the victim', 404, (await end(idOf(victim, 'authorization'))).status],
    ['the attacker ends its own authorization', 200, await endOwn()],
  ];
  await until(async () => (await readUser(url, attacker.credentials.app)).status === 401);
  const subscription = `/v2/webhooksubscriptions/${victim.ids.subscription}`;
  const headers = { authorization: victim.credentials.app };
  const kept = await send(url, { target: subscription, headers });
  const { status } = bodyOf(kept, z.object({ status: z.string() }));
  return [
    ...outcomes,
    ['the victim reads its subscription', 200, kept.status],
    [`the subscription of the victim is ${status}`, 1, Number(status === 'active')],
  ];
}

/** Reads an attachment of the victim with the correct signature and with wrong ones. */
export async function attackAttachment({ platform, victim, attacker }: TwoAccounts): Promise<Outcome[]> {
  const [own, other] = [new URL(victim.attachment), new URL(attacker.attachment)];
  const later = new URLSearchParams(own.search);
  later.set('expires', String(Number(later.get('expires')) + 60));
  const read = async (search: string) => (await send(platform.url, { target: `${own.pathname}${search}` })).status;
  return [
    ['with its own signature', 200, await read(own.search)],
    ['without a signature', 404, await read('')],
    ['with the signature of another attachment', 404, await read(other.search)],
    ['with a later expiry', 404, await read(`?${later.toString()}`)],
  ];
}

function readUser(url: string, authorization: string): Promise<Answer> {
  return send(url, { target: '/v2/users/me', headers: { authorization } });
}
