import { setTimeout as sleep } from 'node:timers/promises';
import { oauthAppWithSecret } from '@keyhaven/contracts/identity/oauth-apps';
import { authorizationDecision } from '@keyhaven/contracts/identity/oauth-authorization';
import { z } from 'zod';
import type { FuzzedOperation } from '../api/operations';
import { Pool } from '../send/pool';
import type { FuzzedAccount } from '../send/account';
import type { FuzzedPlatform } from './start-platform';

const PROPERTIES = 4;
const CODES = 4;
const REDIRECT = 'https://app.example.com/callback';
const ATTEMPTS = 50;
const RETRY_MS = 100;

const withId = z.object({ id: z.number() });
const withToken = z.object({ token: z.string() });
const day = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);

/**
 * Creates an account with a record of each kind. Reads all lists of the account, and adds the ids in the lists to the
 * account's pool.
 */
export async function makeAccount(
  platform: FuzzedPlatform,
  operations: readonly FuzzedOperation[],
  receiver: string,
  number: number,
): Promise<FuzzedAccount> {
  const { operate } = platform;
  const company = { company_name: `Fuzzed ${number}`, time_zone: 'Europe/Rome', currency_code: 'USD' };
  const made = await operate('identity', '/accounts', { ...company, is_property_management: true });
  const { id: userId } = withId.parse(made);
  const emailAddress = `fuzz${number}@example.com`;
  const person = { email_address: emailAddress, first_name: 'Fuzz', last_name: String(number) };
  const { id: personId } = withId.parse(await operate('identity', `/accounts/${userId}/users`, person));
  const issue = async (kind: string, scope: string): Promise<string> => {
    const body = { kind, scope, description: 'Fuzzing' };
    return withToken.parse(await operate('identity', `/accounts/${userId}/users/${personId}/tokens`, body)).token;
  };
  const personal = await issue('personal', 'full');
  const account: FuzzedAccount = {
    userId,
    accessToken: await issue('access', 'full'),
    readToken: await issue('access', 'read'),
    basic: `Basic ${Buffer.from(`${emailAddress}:${personal}`).toString('base64')}`,
    pool: new Pool(),
  };
  await makeApp(platform, account, personId);
  await fill(platform, account, receiver);
  await readLists(platform.url, operations, account);
  return account;
}

/** Creates an OAuth app with authorization codes that can be exchanged for tokens. */
async function makeApp({ operate, callAsPortal }: FuzzedPlatform, account: FuzzedAccount, personId: number) {
  const { userId, pool } = account;
  const app = { name: `App ${userId}`, redirect_uris: [REDIRECT], uses_refresh_tokens: true };
  const answer = await operate('identity', `/accounts/${userId}/apps`, app);
  const { app: made, client_secret } = oauthAppWithSecret.parse(answer);
  pool.add('client_id', made.client_id);
  pool.add('client_secret', client_secret);
  const parameters = {
    response_type: 'code',
    client_id: made.client_id,
    redirect_uri: REDIRECT,
    scope: 'full',
    state: 'a1',
  };
  for (let at = 0; at < CODES; at++) {
    const target = `/internal/accounts/${userId}/authorization_requests/approve`;
    const decision = authorizationDecision.parse(await callAsPortal(target, { person_id: personId, parameters }));
    if (decision.outcome !== 'redirect') throw new Error(`the app was not authorized: ${JSON.stringify(decision)}`);
    pool.add('authorization_code', new URL(decision.redirect_to).searchParams.get('code'));
  }
}

async function fill({ url, operate }: FuzzedPlatform, { userId, accessToken }: FuzzedAccount, receiver: string) {
  const make = async (service: Parameters<typeof operate>[0], target: string, body: object, method?: string) =>
    withId.parse(await operate(service, `/accounts/${userId}${target}`, body, method)).id;
  const post = (target: string, body: object) => postUntilAccepted(url + target, accessToken, body);
  const site = await make('booking', '/listing_sites', { name: 'Airbnb', domain: 'airbnb.example' });
  const owner_id = await make('booking', '/owners', { first_name: 'Olga', last_name: 'Costa' });
  const rooms = { bedrooms: 2, max_guests: 6, max_pets: 2, currency_code: 'USD', time_zone: 'Europe/Rome', owner_id };
  const ids: number[] = [];
  for (let at = 0; at < PROPERTIES; at++) {
    const id = await make('booking', '/properties', { name: `Casa ${at}`, ...rooms });
    await make('pricing', `/properties/${id}/pricing`, { default_rate: { amount: 100 } }, 'PATCH');
    ids.push(id);
  }
  const [property_id] = ids;
  const season = { name: 'Summer', from: '06-01', to: '08-31', property_ids: ids, rate: { amount: 150 } };
  await make('pricing', '/seasons', season);
  await post('/v2/webhooksubscriptions', { type: 'booking', webhook_url: `${receiver}/hook` });
  const guest_id = await post('/v2/guests', { first_name: 'Ada', email_addresses: [{ address: 'ada@example.com' }] });
  await post('/v2/tags', { entity_type: 'guest', entity_id: guest_id, name: 'Regular' });
  await post('/v2/fielddefinitions', { name: 'Code', code: 'C1' });
  const stay = { property_id, guest_id, adults: 2, listing_site_id: site, generate_charges: true };
  const booking_id = await post('/v2/bookings', { ...stay, arrival: day(800 - 90), departure: day(800 - 85) });
  await post('/v2/quotes', { property_id, guest_id, adults: 2, arrival: day(720), departure: day(724) });
  await post('/v2/surcharges', { type: 'linen', description: 'Linen', amount: 9 });
  await post('/v2/discounts', { type: 'promotion', description: 'Spring', percent: 5 });
  const ofBooking = { booking_id, amount: 50 };
  const payment = await make('finance', '/payments', { ...ofBooking, method: 'card' });
  await make('finance', '/refunds', { ...ofBooking, amount: 10 });
  await make('finance', '/fees', { ...ofBooking, amount: 2, type: 'processing' });
  const lines = [{ type: 'payment', record_id: payment }];
  await make('finance', '/deposits', { currency_code: 'USD', account: 'Main', lines });
  const thread_id = await make('messaging', '/threads', { booking_id, guest_id, channel: 'airbnb' });
  await make('messaging', '/messages', { thread_id, body: 'Is the house quiet?' });
  await post('/v2/messages', { thread_id, body: 'Yes.', attachment_url: `${receiver}/image.png` });
}

async function postUntilAccepted(url: string, token: string, body: object): Promise<number> {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  for (let attempt = 1; ; attempt++) {
    const answer = await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) });
    const text = await answer.text();
    if (answer.ok) return withId.parse(JSON.parse(text)).id;
    if (attempt === ATTEMPTS) throw new Error(`POST ${url} answered ${answer.status}: ${text}`);
    await sleep(RETRY_MS);
  }
}

/** Reads all lists, so that the pool has ids before the first request. */
export async function readLists(
  url: string,
  operations: readonly FuzzedOperation[],
  { accessToken, pool }: Pick<FuzzedAccount, 'accessToken' | 'pool'>,
): Promise<void> {
  const today = `from=${day(0)}&to=${day(7)}`;
  const read = async ({ template }: FuzzedOperation, path: string) => {
    const needs =
      template === '/v2/messages' ? `thread_id=${String(pool.take('thread_id', 0))}&include_attachments=true` : today;
    const query = /calendar|spotrates|messages/.test(template) ? `?${needs}` : '';
    const answer = await fetch(url + path + query, { headers: { authorization: `Bearer ${accessToken}` } });
    const text = await answer.text();
    if (!answer.ok || !answer.headers.get('content-type')?.includes('json')) return;
    pool.harvest(template, path, answer.headers.get('etag') ?? undefined, JSON.parse(text));
  };
  const lists = operations.filter(({ method, template }) => method === 'GET' && !template.includes('{'));
  for (const operation of lists) await read(operation, operation.template);
  // There is no list of threads: their ids are only in bookings.
  const messages = lists.find(({ template }) => template === '/v2/messages');
  if (messages) await read(messages, messages.template);
}
