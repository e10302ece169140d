import { until } from '@keyhaven/testing/until';
import { z } from 'zod';
import type { Account } from './account';
import { type AccountClient, accountClient, type BareAccount } from './account-client';
import { fillProperty } from './fill-property';
import { fillSettings } from './fill-settings';
import { fillStay } from './fill-stay';
import { send } from './http-client';
import { bodyOf, withId } from './read-answer';
import { authorizationOf, createApp } from './shared-app';
import type { Platform } from './start-platform';

/** Creates one record of each kind in an account. All texts contain the account's marker. */
export async function fillAccount(platform: Platform, account: BareAccount): Promise<Account> {
  const client = accountClient(platform, account);
  const { stayingGuest, ids: base } = await fillProperty(client);
  const { attachment, ids: stay } = await fillStay(client, { ...base, stayingGuest });
  const records = { ...base, ...stay };
  const ids = {
    ...records,
    ...(await fillAnnotations(client, records)),
    ...(await fillWebhooks(client, records)),
    ...(await readLogs(client)),
    ...(await fillSettings(client, records)),
    ...(await fillApps(platform, account)),
    user: String(account.userId),
    receiver: `${platform.receiver}/other`,
    text: account.marker,
  };
  return { ...account, ids, attachment };
}

type Annotated = Record<'guest' | 'booking' | 'property' | 'quote' | 'owner', string>;

/** Creates a tag of a guest, and a custom field of each kind of record that can have one. */
async function fillAnnotations({ post, idIn, text, marker }: AccountClient, ids: Annotated) {
  const field_code = `${marker}_code`;
  const value = { code: field_code, value: text('value') };
  const ofGuest = { entity_type: 'guest', entity_id: ids.guest };
  const definition = z.number().transform(String);
  const tag = bodyOf(
    await post('/v2/tags', { ...ofGuest, name: text('tag') }),
    withId.extend({ tag_definition_id: definition }),
  );
  const field = bodyOf(
    await post('/v2/fields', { ...ofGuest, ...value }),
    withId.extend({ field_definition_id: definition }),
  );
  for (const entity_type of ['booking', 'property', 'quote', 'owner'] as const) {
    await idIn(post('/v2/fields', { entity_type, entity_id: ids[entity_type], ...value }));
  }
  const [tag_definition, field_definition] = [tag.tag_definition_id, field.field_definition_id];
  return { tag: tag.id, tag_definition, field: field.id, field_definition, field_code };
}

const deliveries = z.object({ items: z.array(withId.extend({ event_id: z.string(), status: z.string() })) });

/** Subscribes to changes of guests, and changes a guest. */
async function fillWebhooks({ platform, post, idIn, patch, get, text, marker }: AccountClient, ids: Annotated) {
  const hook = { type: 'guest', webhook_url: `${platform.receiver}/${marker}` };
  const subscription = await idIn(post('/v2/webhooksubscriptions', hook));
  bodyOf(await patch(`/v2/guests/${ids.guest}`, { notes: text('later') }), z.unknown());
  const delivered = await until(async () => {
    const { items } = bodyOf(await get(`/v2/webhooksubscriptions/${subscription}/deliveries`), deliveries);
    return items.find(({ status }) => status === 'delivered');
  });
  return { subscription, delivery: delivered.id, event: delivered.event_id };
}

/**
 * Creates an app that no account has authorized, and a webhook subscription of a personal token.
 */
async function fillApps(platform: Platform, account: BareAccount) {
  const { userId, personId, tokenId, marker } = account;
  const { clientId, secretId } = await createApp(platform, userId, `${marker} app`);
  const authorization = await authorizationOf(platform, account);
  const hook = { type: 'none', webhook_url: `${platform.receiver}/token-of-${marker}` };
  const headers = { authorization: account.credentials.personal };
  bodyOf(await send(platform.url, { method: 'POST', target: '/v2/webhooksubscriptions', headers, body: hook }), withId);
  const person = String(personId);
  const settings = { target: `/accounts/${userId}/webhook_apps/${tokenId}` };
  const { id: webhook_app } = bodyOf(await platform.operate('webhook', settings), withId);
  return {
    client_id: clientId,
    client_secret: secretId,
    person,
    token: tokenId,
    app_key: tokenId,
    webhook_app,
    authorization,
  };
}

const loggedRequests = z.object({
  items: z.array(withId.extend({ request_id: z.string(), credential_id: z.string() })),
});

/** Reads the ids of one entry of the request log, and a cursor of the event log. */
async function readLogs({ get }: AccountClient) {
  const logged = await until(async () => bodyOf(await get('/v2/requestlog?limit=1'), loggedRequests).items[0]);
  const { next_cursor } = bodyOf(await get('/v2/events?limit=1'), z.object({ next_cursor: z.string() }));
  const { id: request, request_id: request_header, credential_id: credential } = logged;
  return { request, request_header, credential, event_cursor: next_cursor };
}
