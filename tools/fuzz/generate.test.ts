import { startLoopbackServer } from '@keyhaven/testing/loopback-server';
import type { z } from 'zod';
import { expectedRoute } from './api/expected-route';
import { type FuzzedOperation, readOperations } from './api/operations';
import { generate } from './generate/dice';
import type { Plan } from './generate/plan';
import { planRequest } from './generate/plan-request';
import type { FuzzedAccount } from './send/account';
import { asCurl } from './report/as-curl';
import { shrink } from './report/shrink';
import { Pool } from './send/pool';
import { resolve } from './send/resolve';
import { parsedAnswer } from './send/send-raw';
import { Sender } from './send/send-request';
import type { WireRequest } from './send/wire-request';

const operations = readOperations();
const at = { now: Date.parse('2026-06-01T12:00:00Z'), receiver: 'http://127.0.0.1:9' };
const account = (pool = new Pool()): FuzzedAccount => ({
  userId: 1,
  accessToken: 'at_1',
  readToken: 'at_2',
  basic: 'Basic eDp5',
  pool,
});
const plansOf = (operation: FuzzedOperation, count: number, seed = 1) =>
  generate(seed, count, (dice) => planRequest(operation, at, dice));
const mixed = (count: number, seed = 1) =>
  generate(seed, count, (dice) => planRequest(dice.pick(operations), at, dice));
const sent = (plan: Plan, pool?: Pool) => resolve(plan, account(pool), account()).request;

describe('the generated requests', () => {
  it('are the same for the same seed, and differ for different seeds', () => {
    const requests = (seed: number) => mixed(200, seed).map((plan) => sent(plan));
    expect(requests(5)).toEqual(requests(5));
    expect(requests(5)).not.toEqual(requests(6));
  });

  it.each(operations.map((operation): [string, FuzzedOperation] => [operation.id, operation]))(
    'mostly satisfy the contract if they are planned as valid: %s',
    (_id, operation) => {
      const valid = plansOf(operation, 40).filter(({ kind }) => kind === 'valid');
      const satisfying = valid.filter((plan) => {
        const request = sent(plan);
        const expected = expectedRoute(request.method, request.target);
        if (!('route' in expected) || expected.route.method !== operation.method) return false;
        if (!('body' in expected.route) || !request.body) return true;
        const type = plan.body?.contentType ?? '';
        const text = request.body.toString();
        const body: unknown = type.includes('form') ? Object.fromEntries(new URLSearchParams(text)) : JSON.parse(text);
        return (expected.route.body as z.ZodType).safeParse(body).success;
      });
      expect(valid.length).toBeGreaterThan(5);
      expect(satisfying.length).toBeGreaterThan(valid.length / 2);
    },
  );

  it('cover every operation', () => {
    const called = new Set(mixed(3000).map(({ operation }) => operation.id));
    expect(operations.filter(({ id }) => !called.has(id))).toEqual([]);
  });

  it('include every kind of mutation', () => {
    const changes = new Set(mixed(6000).flatMap((plan) => plan.changes.map((change) => change.split(/[ :]/)[0])));
    expect([...changes]).toEqual(
      expect.arrayContaining(['body', 'path', 'query', 'method', 'Content-Type', 'Content-Encoding', 'chunked', 'raw']),
    );
    const requests = mixed(6000).map((plan) => sent(plan));
    const occurs = (matches: (request: WireRequest, body: string) => boolean) =>
      requests.some((request) => matches(request, request.body?.toString() ?? ''));
    expect(occurs((_, body) => body.includes('"__proto__"'))).toBe(true);
    expect(occurs((_, body) => body.includes('"$gt"'))).toBe(true);
    expect(occurs((_, body) => body.includes('\\ud800'))).toBe(true);
    expect(occurs((_, body) => body.includes('\\u0000'))).toBe(true);
    expect(occurs((_, body) => body.includes('2026-02-30'))).toBe(true);
    expect(occurs((_, body) => body.startsWith('['.repeat(1000)) || body.includes('['.repeat(60)))).toBe(true);
    expect(occurs(({ target }) => /[?&](\w+)=[^&]*&(.*&)?\1=/.test(target))).toBe(true);
    expect(occurs(({ target }) => target.length > 60_000)).toBe(true);
    expect(occurs(({ target }) => target.includes('%2e%2e'))).toBe(true);
    expect(occurs(({ target }) => target.includes('%0d%0a'))).toBe(true);
    expect(occurs(({ method, body }) => method === 'GET' && body !== undefined)).toBe(true);
    expect(occurs(({ isChunked }) => isChunked)).toBe(true);
    expect(occurs(({ headers }) => headers.some(([name]) => name === 'If-Match'))).toBe(true);
  });
});

describe('a value from an earlier response', () => {
  const pool = new Pool();
  const page = {
    items: [{ id: 31, property_id: 7, thread_ids: [5], guest: { id: 9, email_addresses: [{ id: 12 }] } }],
    next_page_url: '/v2/bookings?limit=1&after_id=31',
  };
  pool.harvest('/v2/bookings', '/v2/bookings', undefined, page);
  pool.harvest('/v2/events', '/v2/events', undefined, { items: [{ cursor: 'MS4w' }], next_cursor: 'Mi4w' });
  pool.harvest('/v2/bookings/{id}', '/v2/bookings/31', '"3-abc"', { id: 31 });
  pool.harvest('/v2/messages', '/v2/messages', undefined, {
    items: [{ id: 2, attachment_urls: ['http://x/attachments/k1?expires=17&signature=s1'] }],
  });

  pool.harvest('/v2/requestlog', '/v2/requestlog', undefined, { items: [{ path: '/v2/payments?booking_id=4' }] });

  it.each([
    ['booking_id', 31],
    ['property_id', 7],
    ['thread_id', 5],
    ['guest_id', 9],
    ['email_address_id', 12],
    ['after_id', '31'],
    ['next_cursor', 'MS4w'],
    ['message_id', 2],
    ['key', 'k1'],
    ['signature', 's1'],
  ])('is stored in the pool under the name %s', (name, value) => expect(pool.take(name, 0)).toBe(value));

  it('is not stored if it is an id in a path of the request log, because the id may belong to another account', () => {
    expect(pool.take('booking_id', 0.99)).toBe(31);
    expect(pool.originOf('booking_id', 31)).toBe('/v2/bookings items 0 id');
  });

  it('is used in later requests as an id, a cursor or an ETag', () => {
    const find = (id: string) => operations.find((operation) => operation.id === id)!;
    const requestsTo = (id: string) =>
      plansOf(find(id), 300)
        .filter(({ kind }) => kind === 'valid')
        .map((plan) => sent(plan, pool));
    expect(requestsTo('getBooking').every(({ target }) => /^\/v2\/bookings\/31(\?|$)/.test(target))).toBe(true);
    expect(requestsTo('listEvents').some(({ target }) => /after=M/.test(target))).toBe(true);
    const updates = requestsTo('updateBooking');
    expect(updates.some(({ headers }) => headers.some(([, value]) => value === '"3-abc"'))).toBe(true);
    expect(requestsTo('createQuote').some(({ body }) => body?.includes('"property_id":7'))).toBe(true);
    const detail = requestsTo('deleteGuestEmailAddress');
    expect(detail.some(({ target }) => target.startsWith('/v2/guests/9/email_addresses/12'))).toBe(true);
  });
});

describe('a request of the fuzzer', () => {
  const request: WireRequest = {
    method: 'POST',
    target: '/v2/guests?a=1&b=2',
    headers: [
      ['Authorization', 'Bearer at_1'],
      ['Content-Type', 'application/json'],
      ['Prefer', 'x'],
    ],
    body: Buffer.from('{"first_name":"O\'Neil","tags":["a","b"],"notes":1}'),
    isChunked: false,
    rawHead: undefined,
  };

  it('is reduced to the parts that cause its fault', async () => {
    const smallest = await shrink(request, ({ target, body }) =>
      Promise.resolve(target.includes('b=2') && body!.includes('"notes":1')),
    );
    expect(smallest.target).toBe('/v2/guests?b=2');
    expect(smallest.body!.toString()).toBe('{"notes":1}');
    expect(smallest.headers.map(([name]) => name)).toEqual(['Authorization', 'Content-Type']);
  });

  it('is printed as a shell command', () => {
    expect(asCurl('http://127.0.0.1:80', request)).toBe(
      `curl -si --path-as-is -X POST 'http://127.0.0.1:80/v2/guests?a=1&b=2' -H 'Authorization: Bearer at_1' ` +
        `-H 'Content-Type: application/json' -H 'Prefer: x' --data-raw '{"first_name":"O'\\''Neil","tags":["a","b"],"notes":1}'`,
    );
  });

  it('is sent as raw bytes if it has raw header lines', async () => {
    const server = await startLoopbackServer((received, response) => {
      response.write(`{"folded":${JSON.stringify(received.headers['x-test'] ?? null)}}`);
      response.end();
    });
    const sender = new Sender(server.url);
    const raw = { ...request, method: 'GET', body: undefined, rawHead: ['Host: x', 'X-Test: a'] };
    expect(await sender.send(raw, 2000)).toMatchObject({ status: 200, body: Buffer.from('{"folded":"a"}') });
    const refused = await sender.send({ ...raw, rawHead: ['Host: x', 'Content-Length: -1'] }, 2000);
    expect(refused).toMatchObject({ status: 400 });
    sender.close();
    await server.close();
  });

  it('counts as answered only when the whole response has arrived', () => {
    const bytes = Buffer.from('HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 404 Not Found\r\nContent-Length: 2\r\n\r\n{}');
    expect(parsedAnswer(bytes.subarray(0, -1), 'GET')).toBeUndefined();
    expect(parsedAnswer(bytes, 'GET')).toMatchObject({ status: 404, body: Buffer.from('{}') });
  });
});
