import type { Client } from '@keyhaven/client/client';
import { createClient } from '@keyhaven/client/create-client';
import { verifyWebhook } from '@keyhaven/client/webhooks/verify-webhook';
import type { WebhookEvent } from '@keyhaven/client/events/event';
import { type LoopbackServer, startLoopbackServer } from '@keyhaven/testing/loopback-server';
import { until } from '@keyhaven/testing/until';
import { buffer } from 'node:stream/consumers';
import { dates, type PlatformForClients, startPlatformForClients } from './testing/platform-for-clients';

/** Tests the published client library. The platform that it calls runs in the test's process. */

let platform: PlatformForClients;
let client: Client;
beforeAll(async () => {
  platform = await startPlatformForClients();
  const { url, emailAddress, personalToken } = platform;
  client = createClient({ baseUrl: url, credentials: { emailAddress, personalToken } });
}, 120_000);
afterAll(() => platform.stop());

describe('the client library', () => {
  it('reads and writes records with an access token or with a personal token', async () => {
    const bearer = createClient({ baseUrl: platform.url, credentials: { accessToken: platform.accessToken } });
    expect((await bearer.getCurrentUser()).id).toBe(platform.userId);
    const guest = await client.createGuest({ body: { first_name: 'Grace', last_name: 'Hopper' } });
    expect(await bearer.getGuest({ id: guest.id })).toEqual(guest);
    const { etag } = await client.answer('getGuest', { id: guest.id });
    await client.updateGuest({ id: guest.id, body: { notes: 'Late arrival' } }, { ifMatch: etag });
    const outdated = client.updateGuest({ id: guest.id, body: { notes: 'Other' } }, { ifMatch: etag });
    await expect(outdated).rejects.toMatchObject({ status: 412, code: 'precondition_failed' });
    expect(await client.deleteGuest({ id: guest.id })).toBeUndefined();
    await expect(client.getGuest({ id: guest.id })).rejects.toMatchObject({ status: 404, code: 'not_found' });
  });

  it('accepts Date objects, arrays of numeric ids, and booleans as parameters', async () => {
    const { items } = await client.listBookings({
      property_ids: [platform.ids.property!],
      since_utc: new Date(0),
      include_guest: true,
    });
    expect(items.map(({ id, guest }) => [id, guest?.last_name])).toEqual([[platform.ids.booking, 'Rossi']]);
  });

  it('reports the messages of an error, and the request id under which the request log shows the request', async () => {
    const stay = { property_id: platform.ids.property!, arrival: dates.arrival, departure: dates.departure };
    const error = await client.createBooking({ body: stay }).catch((reason: unknown) => reason);
    expect(error).toMatchObject({
      status: 409,
      code: 'nights_taken',
      messages: [expect.stringContaining(dates.arrival)],
    });
    const { requestId } = error as { requestId: string };
    const found = async () => (await client.listLoggedRequests({ request_id: requestId })).items[0];
    expect(await until(found)).toMatchObject({ status: 409, error_code: 'nights_taken' });
  });

  it('creates one booking if the same call is repeated with the same Idempotency-Key', async () => {
    const stay = { property_id: platform.ids.property!, arrival: dates.free, departure: dates.freeUntil };
    const idempotencyKey = `booking-${platform.userId}`;
    const first = await client.createBooking({ body: stay }, { idempotencyKey });
    expect(await client.createBooking({ body: stay }, { idempotencyKey })).toEqual(first);
    await client.updateBooking({ id: first.id, body: { status: 'canceled' } });
  });

  it('can send a write as a dry run, which changes nothing', async () => {
    const { body, isDryRun } = await client.answer('createGuest', { body: { first_name: 'Dry' } }, { dryRun: true });
    expect([body.first_name, body.id, isDryRun]).toEqual(['Dry', null, true]);
    expect((await client.listGuests({ q: 'Dry' })).items).toEqual([]);
  });

  it('reads every item of a list exactly once, even if records are added in the meantime', async () => {
    const names = Array.from({ length: 7 }, (_, index) => `Page${index}`);
    for (const first_name of names) await client.createGuest({ body: { first_name, last_name: 'Paging' } });
    const read: string[] = [];
    for await (const { first_name } of client.each('listGuests', { q: 'Paging', limit: 2 })) {
      if (read.push(first_name) === 1) await client.createGuest({ body: { first_name: 'Last', last_name: 'Paging' } });
    }
    expect(read).toEqual([...names, 'Last']);
  });
});

describe('a receiver with verifyWebhook', () => {
  let receiver: LoopbackServer;
  const received: WebhookEvent[] = [];
  const refused: unknown[] = [];
  let secrets: string[] = [];
  beforeAll(async () => {
    receiver = await startLoopbackServer((request, response) => {
      void buffer(request).then((body) => {
        // Events of earlier tests may still be delivered.
        if (secrets.length === 0) return void response.writeHead(503).end();
        try {
          received.push(verifyWebhook(body, request.headers, secrets));
          response.writeHead(204).end();
        } catch (error) {
          refused.push(error);
          response.writeHead(400).end();
        }
      });
    });
  });
  afterAll(() => receiver.close());

  it('accepts the deliveries of the platform, before and after a rotation of the secret', async () => {
    await client.createSubscription({
      body: { type: 'guest', action: 'entity_create', webhook_url: `${receiver.url}/hook` },
    });
    const route = 'POST /v2/webhooksubscriptions';
    const logged = await until(async () => (await client.listLoggedRequests({ route })).items[0]);
    const settings = `/webhook_apps/${logged.app_key ?? logged.credential_id}`;
    const secretsOf = ({ body }: { body: any }) => body.signing_secrets.map(({ secret }: { secret: string }) => secret);
    secrets = secretsOf(await platform.operate('webhook', settings));
    const created = async (first_name: string) => {
      const { id } = await client.createGuest({ body: { first_name } });
      return until(() => received.find(({ entity_id }) => entity_id === id));
    };
    expect(await created('Before')).toMatchObject({ entity_type: 'guest', entity: { first_name: 'Before' } });

    const rotated = secretsOf(
      await platform.operate('webhook', `${settings}/rotate_secret`, { method: 'POST', body: {} }),
    );
    expect(await created('During')).toMatchObject({ entity: { first_name: 'During' } });
    secrets = rotated.filter((secret: string) => !secrets.includes(secret));
    expect(await created('After')).toMatchObject({ entity: { first_name: 'After' } });
    expect(refused).toEqual([]);
  });

  it('refuses the deliveries of the platform if the receiver has a wrong secret', async () => {
    secrets = ['whsec_YW5vdGhlciBzZWNyZXQgb2YgYSB0ZXN0'];
    await client.createGuest({ body: { first_name: 'Wrong' } });
    expect(await until(() => refused[0])).toMatchObject({ reason: 'signature_wrong' });
  });
});

describe('the reader of the event log', () => {
  it('continues after the last stored cursor when the reader is started again', async () => {
    let cursor = (await client.listEvents({ after: 'latest' })).next_cursor;
    const options = () => ({
      types: ['guest'] as const,
      after: cursor,
      onCursor: (next: string) => void (cursor = next),
    });
    const expected: number[] = [];
    for (let number = 0; number < 5; number += 1) {
      expected.push((await client.createGuest({ body: { first_name: `Reader${number}` } })).id);
    }
    const handled: number[] = [];
    for await (const { entity_id } of client.readEvents(options())) if (handled.push(entity_id) === 3) break;
    expect(handled).toEqual(expected.slice(0, 3));
    // The first loop ended while it handled the third event, so that event is read again.
    const again: number[] = [];
    for await (const { entity_id } of client.readEvents(options())) if (again.push(entity_id) === 3) break;
    expect(again).toEqual(expected.slice(2));
  });

  it('returns typed records, and reads to the end of the log without waiting', async () => {
    const types = new Set<string>();
    for await (const event of client.readEvents({ types: ['booking', 'message'], follow: false })) {
      types.add(event.entity_type);
      if (event.entity_type === 'booking') expect(event.entity.arrival).toMatch(/^\d{4}-/);
      else expect(event.entity.body).toBe('Is the house quiet?');
    }
    expect([...types].sort()).toEqual(['booking', 'thread_message']);
  });

  it('misses no event and reads no event twice while the platform is restarted', async () => {
    const leaving = new AbortController();
    const read: number[] = [];
    const following = (async () => {
      const { next_cursor } = await client.listEvents({ after: 'latest' });
      const created = await client.createGuest({ body: { first_name: 'First' } });
      for await (const { entity_id } of client.readEvents({
        types: ['guest'],
        after: next_cursor,
        signal: leaving.signal,
      })) {
        read.push(entity_id);
      }
      return created.id;
    })();
    await until(() => read.length === 1);
    await platform.restart();
    // Even if the reader reconnects only after these guests are created, it must read their events.
    const ids: number[] = [];
    for (const first_name of ['Second', 'Third']) ids.push((await client.createGuest({ body: { first_name } })).id);
    await until(() => read.length === 3, 60_000);
    leaving.abort();
    expect(read).toEqual([await following, ...ids]);
  }, 120_000);
});
