import type { AuthorizationBegin, AuthorizationRevocation } from '@keyhaven/contracts/webhook/internal-contract';
import type { Answer } from '@keyhaven/testing/checked-client';
import { success } from '@keyhaven/testing/crash/requests';
import { unlessSettled } from '@keyhaven/testing/crash/unless-settled';
import type { World, WritePath } from '@keyhaven/testing/crash/write-path';
import { anEmailAddress } from '../identity-under-test';

const redirect_uri = 'https://app.example.com/callback';
const lakeStays = { company_name: 'Lake Stays', time_zone: 'Europe/Rome', currency_code: 'EUR' };

/** An account that has created an app, and has a person who may authorize the app. */
interface Given {
  accountId: number;
  person_id: number;
  client: { client_id: string; client_secret: string };
}

async function anApp(world: World, fields: object = {}): Promise<Given> {
  const { id: accountId } = await success(world.operator.post('/operator/accounts', lakeStays));
  const path = `/operator/accounts/${accountId}`;
  const person = { email_address: anEmailAddress(), first_name: 'Ida' };
  const { id: person_id } = await success(world.operator.post(`${path}/users`, person));
  const app = { name: 'Guest Guide', redirect_uris: [redirect_uri], ...fields };
  const { app: made, client_secret } = await success(world.operator.post(`${path}/apps`, app));
  return { accountId, person_id, client: { client_id: made.client_id, client_secret } };
}

const approve = ({ operator }: World, { accountId, person_id, client: { client_id } }: Given): Promise<Answer> =>
  operator.post(`/internal/accounts/${accountId}/authorization_requests/approve`, {
    person_id,
    parameters: { response_type: 'code', client_id, redirect_uri },
  });

const codeOf = ({ body }: Answer) => new URL(body.redirect_to as string).searchParams.get('code')!;

const exchange = ({ api }: World, { client }: Given, code: string): Promise<Answer> =>
  api.post('/oauth/access_token', { grant_type: 'authorization_code', code, redirect_uri, ...client });

const refresh = ({ api }: World, { client }: Given, refresh_token: string): Promise<Answer> =>
  api.post('/oauth/access_token', { grant_type: 'refresh_token', refresh_token, ...client });

async function aCode(world: World, fields?: object) {
  const given = await anApp(world, fields);
  return { ...given, code: codeOf(await approve(world, given)) };
}

async function tokens(world: World, fields?: object) {
  const given = await aCode(world, fields);
  const { access_token, refresh_token } = await success(exchange(world, given, given.code));
  return { ...given, access_token: access_token as string, refresh_token: refresh_token as string };
}

/** Returns the id of the account's only authorization. */
async function authorizationOf({ operator }: World, { accountId, person_id }: Given): Promise<number> {
  const { items } = await success(operator.post(`/internal/accounts/${accountId}/authorizations/list`, { person_id }));
  return items[0].id as number;
}

const revoke = ({ operator }: World, { accountId, person_id }: Given, id: number) =>
  operator.post(`/internal/accounts/${accountId}/authorizations/${id}/revoke`, { person_id });

/**
 * Introspects a token. Returns a response without the body, with the status 200 if `active` has the expected value, or
 * else 409.
 */
async function isActive({ operator }: World, token: string, expected: boolean): Promise<Answer> {
  const read = await operator.post('/internal/introspect', { token });
  return { ...read, status: read.body.active === expected ? 200 : 409, body: {} };
}

/**
 * The writes to OAuth apps and their authorizations.
 * @param revocations a function that returns the revocations that the webhook service received.
 * @param beginnings a function that returns the calls that the webhook service received, each of which allows an app to
 * subscribe again.
 */
export function oauthPaths(
  revocations: () => readonly AuthorizationRevocation[],
  beginnings: () => readonly AuthorizationBegin[],
): WritePath[] {
  const endedOnce = async (_world: World, { client, accountId }: Given) => {
    const notified = () =>
      revocations().filter(({ app_key, user_id }) => app_key === client.client_id && user_id === accountId);
    const unnotified = await unlessSettled(
      () => notified().length > 0,
      () => `webhook was not notified that account ${accountId} has ended ${client.client_id}`,
    );
    if (unnotified.length > 0) return unnotified;
    const ids = new Set(notified().map(({ revocation_id }) => revocation_id));
    return ids.size === 1 ? [] : [`webhook was notified of ${ids.size} revocations of ${client.client_id}`];
  };
  return [
    {
      name: 'making an OAuth app with an Idempotency-Key',
      given: async (world) => (await anApp(world)).accountId,
      act: ({ operator }, accountId) =>
        operator.post(
          `/operator/accounts/${accountId}/apps`,
          { name: 'Lake Guide', redirect_uris: [redirect_uri] },
          { headers: { 'idempotency-key': 'an-app' } },
        ),
      repeated: 'the same',
    },
    {
      name: 'authorizing an app',
      given: anApp,
      act: approve,
      read: async (world, given, answer) => ({ ...(await exchange(world, given, codeOf(answer))), body: {} }),
      repeated: 'another',
    },
    {
      name: 'authorizing an app again after its revocation',
      given: async (world) => {
        const given = await tokens(world);
        await success(revoke(world, given, await authorizationOf(world, given)));
        return given;
      },
      act: approve,
      read: async (world, given, answer) => ({ ...(await exchange(world, given, codeOf(answer))), body: {} }),
      faults: (_world, { client }) =>
        unlessSettled(
          () => beginnings().some(({ app_key, term }) => app_key === client.client_id && term === 2),
          () => `webhook received no call that lets ${client.client_id} subscribe again`,
        ),
      repeated: 'another',
    },
    {
      name: 'exchanging a code',
      given: (world) => aCode(world),
      act: async (world, given) => {
        const answer = await exchange(world, given, given.code);
        // A 400 means that the code was used a second time. Crash tests expect a 409 for a repeated
        // write.
        return answer.status === 400 ? { ...answer, status: 409 } : answer;
      },
      read: (world, _, { body }) => isActive(world, body.access_token, true),
      repeated: 'refused',
    },
    {
      name: 'refreshing a token',
      given: (world) => tokens(world, { uses_refresh_tokens: true }),
      act: (world, given) => refresh(world, given, given.refresh_token),
      read: (world, _, { body }) => isActive(world, body.access_token, true),
      repeated: 'another',
    },
    {
      name: 'revoking the authorization of an app',
      given: async (world) => {
        const given = await tokens(world);
        return { ...given, id: await authorizationOf(world, given) };
      },
      act: (world, given) => revoke(world, given, given.id),
      read: (world, { access_token }) => isActive(world, access_token, false),
      faults: endedOnce,
      repeated: 'the same',
    },
    {
      name: 'revoking the last token of an app at the request of the app',
      given: (world) => tokens(world),
      act: ({ api }, { client, access_token }) => {
        const basic = Buffer.from(`${client.client_id}:${client.client_secret}`).toString('base64');
        const headers = { 'x-client-authorization': `Basic ${basic}` };
        return api.delete(`/oauth/access_token/${access_token}`, { headers });
      },
      read: (world, { access_token }) => isActive(world, access_token, false),
      faults: endedOnce,
      repeated: 'gone',
    },
    {
      name: 'deleting an app that an account has authorized',
      given: (world) => tokens(world),
      act: ({ operator }, { accountId, person_id, client }) =>
        operator.post(`/internal/accounts/${accountId}/apps/${client.client_id}/delete`, { person_id }),
      read: (world, { access_token }) => isActive(world, access_token, false),
      faults: endedOnce,
      repeated: 'gone',
    },
  ];
}
