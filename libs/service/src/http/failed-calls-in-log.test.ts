import { ApiError } from '@keyhaven/contracts/shared/errors';
import { idInput } from '@keyhaven/contracts/shared/inputs';
import { internalContract } from '@keyhaven/contracts/shared/internal-contract';
import { makeTestKeys, testGrants } from '@keyhaven/testing/test-keys';
import { initContract } from '@keyhaven/contracts/platform/ts-rest';
import { z } from 'zod';
import { createTokenVerifier } from '../auth/token-verifier';
import { createLogger } from '../observability/logger';
import { createMetrics } from '../observability/metrics';
import { LocalPeer } from '../peers/local-peer';
import { peerClient } from '../peers/peer-client';
import { createApp } from './app';
import { InternalCalls, type InternalRoutes } from './internal-calls';
import { mountContract } from './mount-contract';
import { type RunningServer, serve } from './serve';

const contract = initContract().router({
  read: { method: 'GET', path: '/v2/things/:id', pathParams: z.object({ id: idInput }), responses: { 200: z.any() } },
});
const called = internalContract('others', {
  ask: {
    method: 'POST',
    path: '/internal/ask',
    body: z.object({ id: z.number().max(9) }),
    responses: { 200: z.object({ name: z.string() }) },
  },
});

describe('the log of a request that calls another service', () => {
  const lines: string[] = [];
  let server: RunningServer;
  let token: string;
  /** The handler of the other service's route. Each test sets it. */
  let ask: () => Promise<unknown>;
  beforeAll(async () => {
    const keys = await makeTestKeys();
    token = await keys.sign({ audience: 'things', scope: 'full', accountId: 5 });
    const verify = createTokenVerifier('things', keys.publicKeys, { grants: testGrants });
    const routes: InternalRoutes = new Map([[called.ask.path, { route: called.ask, handle: () => ask() }]]);
    const silent = createLogger('others', 'silent');
    const calls = new InternalCalls({
      service: 'others',
      routes,
      grants: () => new Set(['internal']),
      logger: silent,
      metrics: createMetrics('others', false),
      noteFailure: () => {},
    });
    const others = peerClient(called, new LocalPeer({ service: 'others', issuer: 'things', calls: () => calls }));
    const app = createApp({
      logger: createLogger('things', 'error', { write: (line) => void lines.push(line) }),
      metrics: createMetrics('things', false),
      maxBodyBytes: 1000,
      routes: (express) =>
        mountContract(express, 'public', verify, contract, { read: ({ params }) => others.ask({ body: params }) }),
    });
    server = await serve(app, '127.0.0.1', 0);
  });
  afterAll(() => server.close(0));
  beforeEach(() => void (lines.length = 0));

  const line = z.object({ request_id: z.string(), route: z.string(), err: z.object({ message: z.string() }) });
  const logged = () =>
    lines.map((text) => {
      const { request_id, route, err } = line.parse(JSON.parse(text));
      return { requestId: request_id, route, reason: err.message };
    });
  const statusOf = async (id: number) => {
    const headers = { authorization: `Bearer ${token}`, 'x-request-id': 'r-1' };
    return (await fetch(`${server.url}/v2/things/${id}`, { headers })).status;
  };

  it('contains the reason why the other service refused the call, although the client sees only a 503', async () => {
    expect(await statusOf(10)).toBe(503);
    expect(logged()).toEqual([
      { requestId: 'r-1', route: 'GET /v2/things/:id', reason: expect.stringMatching(/^id: 10 is not accepted/) },
    ]);
  });

  it('contains the validation error if the response of the other service violates the contract', async () => {
    ask = () => Promise.resolve({ name: 7 });
    expect(await statusOf(1)).toBe(503);
    expect(logged()).toEqual([
      expect.objectContaining({ requestId: 'r-1', reason: expect.stringContaining('expected a text') as string }),
    ]);
  });

  it('contains no error if the other service is only unavailable', async () => {
    ask = () => Promise.reject(new ApiError('unavailable', 'the database is not available'));
    expect(await statusOf(1)).toBe(503);
    expect(lines).toEqual([]);
  });
});
