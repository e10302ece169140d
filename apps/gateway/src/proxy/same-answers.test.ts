import { gzipSync } from 'node:zlib';
import { ApiError } from '@keyhaven/contracts/shared/errors';
import { writeHeaders } from '@keyhaven/contracts/shared/headers';
import { idInput } from '@keyhaven/contracts/shared/inputs';
import { createApp } from '@keyhaven/service/http/app';
import { mountContract } from '@keyhaven/service/http/mount-contract';
import { RawAnswer } from '@keyhaven/service/http/raw-answer';
import { createLogger } from '@keyhaven/service/observability/logger';
import { createMetrics } from '@keyhaven/service/observability/metrics';
import { until } from '@keyhaven/testing/until';
import { initContract } from '@keyhaven/contracts/platform/ts-rest';
import type { Express } from 'express';
import { z } from 'zod';
import { type GatewayUnderTest, startGatewayUnderTest } from '../testing/gateway-under-test';
import type { Sent } from '../testing/send';

const id = z.object({ id: idInput });
const contract = initContract().router({
  read: { method: 'GET', path: '/v2/bookings/:id', pathParams: id, query: z.object({}), responses: { 200: z.any() } },
  list: { method: 'GET', path: '/v2/bookings', responses: { 200: z.any() } },
  write: {
    method: 'POST',
    path: '/v2/bookings',
    headers: writeHeaders,
    body: z.object({ name: z.string().max(10) }),
    responses: { 200: z.any() },
  },
  remove: { method: 'DELETE', path: '/v2/bookings/:id', pathParams: id, responses: { 204: z.undefined() } },
});

interface Platform {
  gateway: GatewayUnderTest;
  /** The log lines of the gateway and the service. */
  lines: Record<string, any>[];
  requestsCounted(): Promise<{ route: string; status: string }[]>;
}

/** Starts the gateway with a service, either in one process or with a connection between them. */
async function startPlatform(isLocal: boolean): Promise<Platform> {
  const lines: Record<string, any>[] = [];
  const log = (line: string) => void lines.push(JSON.parse(line) as Record<string, any>);
  /**
   * The app of the service. It is set after the gateway was started, because the app verifies the tokens of the
   * gateway.
   */
  const service: { app?: Express } = {};
  const gateway = await startGatewayUnderTest({
    booking: (request, response) => void service.app!(request, response),
    isLocal,
    log,
  });
  const metrics = createMetrics('booking', false);
  service.app = createApp({
    logger: createLogger('booking', 'info', { write: log }),
    metrics,
    maxBodyBytes: 1000,
    routes: (express) =>
      mountContract(express, 'public', (token) => gateway.verify(token), contract, {
        read: ({ params, context }) => {
          if (params.id === 404) throw new ApiError('not_found', 'a booking with this id does not exist');
          if (params.id === 500) throw new Error('secret detail of the inside');
          if (params.id === 304) return Promise.resolve(new RawAnswer('', { ETag: '"x"' }, 304));
          if (params.id === 200) {
            const headers = { ETag: '"x"', 'Content-Type': 'application/json; charset=utf-8' };
            return Promise.resolve(new RawAnswer(Buffer.from('{"ready":"bytes"}'), headers));
          }
          const record = { id: params.id, scope: context.caller.scope };
          context.setVersion(3, record);
          return Promise.resolve(record);
        },
        list: ({ context }) => Promise.resolve({ url: context.url }),
        write: ({ body, context }) => Promise.resolve({ ...body, hasKey: context.idempotency !== undefined }),
        remove: () => Promise.resolve(),
      }),
  });
  const requestsCounted = async () => {
    const { values } = await metrics.requests.get();
    const counted = values.filter(({ metricName }) => metricName?.endsWith('_count'));
    return counted.map(({ labels }) => ({ route: String(labels.route), status: String(labels.status) }));
  };
  return { gateway, lines, requestsCounted };
}

/** Headers that may differ between two responses to the same request. */
const differing = ['date', 'x-request-id', 'connection', 'keep-alive'];
const isDiffering = (name: string) => differing.includes(name) || name.includes('ratelimit');

const json = { 'content-type': 'application/json' };
const requests: [string, string, Sent][] = [
  ['a record', '/v2/bookings/7', {}],
  ['a record that the client has cached', '/v2/bookings/304', { headers: { 'if-none-match': '"x"' } }],
  ['a raw response', '/v2/bookings/200', {}],
  ['the headers of a raw response', '/v2/bookings/200', { method: 'HEAD' }],
  ['the headers of a record', '/v2/bookings/7', { method: 'HEAD' }],
  ['a list at another spelling of its path', '//v2//bookings/?a=1&a=%202', {}],
  ['a parameter that is ignored', '/v2/bookings/7?nothing=1', {}],
  ['an id that is not a number', '/v2/bookings/x', {}],
  ['a record that does not exist', '/v2/bookings/404', {}],
  ['an internal error', '/v2/bookings/500', {}],
  ['too many parameters', `/v2/bookings?${'a=1&'.repeat(201)}`, {}],
  ['a wrong method', '/v2/bookings/7', { method: 'PUT' }],
  ['a write', '/v2/bookings', { method: 'POST', headers: { ...json, 'idempotency-key': 'k' }, body: '{"name":"x"}' }],
  [
    'a compressed body',
    '/v2/bookings',
    { method: 'POST', headers: { ...json, 'content-encoding': 'gzip' }, body: gzipSync('{"name":"x"}') },
  ],
  ['a body that is not accepted', '/v2/bookings', { method: 'POST', headers: json, body: '{"name":"much too long"}' }],
  ['a body that is not JSON', '/v2/bookings', { method: 'POST', headers: json, body: '{"name"' }],
  ['a body of plain text', '/v2/bookings', { method: 'POST', headers: { 'content-type': 'text/plain' }, body: 'x' }],
  ['a body over the limit of the service', '/v2/bookings', { method: 'POST', headers: json, body: ' '.repeat(1001) }],
  ['a deletion', '/v2/bookings/7', { method: 'DELETE' }],
  ['a request without credentials', '/v2/bookings/7', { headers: { authorization: 'Bearer unknown' } }],
];

describe("a service in the gateway's own process", () => {
  let local: Platform;
  let remote: Platform;
  beforeAll(async () => {
    local = await startPlatform(true);
    remote = await startPlatform(false);
  });
  afterAll(async () => {
    await local.gateway.stop();
    await remote.gateway.stop();
  });

  it.each(requests)(
    'gives the same response as a service behind a network connection: %s',
    async (_what, target, sent) => {
      const [one, other] = await Promise.all(
        [local, remote].map(async ({ gateway }) => {
          const { status, headers, text } = await gateway.send(target, sent);
          const kept = Object.entries(headers).filter(([name]) => !isDiffering(name));
          return {
            status,
            headers: Object.fromEntries(kept),
            text: text.replaceAll(String(headers['x-request-id']), 'id'),
          };
        }),
      );
      expect(one).toEqual(other);
      expect(one!.status).toBeGreaterThanOrEqual(200);
    },
  );

  it("writes no log line of its own; the gateway's log line names the service", async () => {
    local.lines.length = 0;
    const { headers } = await local.gateway.send('/v2/bookings/404');
    const ofRequest = () => local.lines.filter((line) => line.request_id === headers['x-request-id']);
    await until(() => ofRequest().length > 0);
    expect(ofRequest()).toMatchObject([
      {
        service: 'gateway',
        upstream: 'booking',
        route: 'GET /v2/bookings/:id',
        params: { id: 404 },
        status: 404,
        error: 'not_found',
        user_id: expect.any(Number),
      },
    ]);
    expect(await local.requestsCounted()).toContainEqual({ route: 'GET /v2/bookings/:id', status: '404' });
  });

  it('refuses a request that comes with an invalid token of the gateway', async () => {
    const { verify } = local.gateway;
    const refuse = jest.spyOn(local.gateway, 'verify').mockResolvedValue(undefined);
    expect((await local.gateway.send('/v2/bookings/7')).status).toBe(401);
    refuse.mockRestore();
    expect([local.gateway.verify === verify, (await local.gateway.send('/v2/bookings/7')).status]).toEqual([true, 200]);
  });
});
