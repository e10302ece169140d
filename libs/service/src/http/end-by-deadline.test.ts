import { sendWrite, waitFor } from '@keyhaven/persistence/request-progress';
import { makeTestKeys, testGrants } from '@keyhaven/testing/test-keys';
import { initContract } from '@keyhaven/contracts/platform/ts-rest';
import { z } from 'zod';
import { createTokenVerifier } from '../auth/token-verifier';
import { createLogger } from '../observability/logger';
import { createMetrics } from '../observability/metrics';
import { createApp } from './app';
import { mountContract } from './mount-contract';
import { type RunningServer, serve } from './serve';

const contract = initContract().router({
  read: { method: 'GET', path: '/v2/things', responses: { 200: z.any() } },
  write: { method: 'POST', path: '/v2/things', body: z.object({ writes: z.boolean() }), responses: { 200: z.any() } },
});

let server: RunningServer;
let authorization: string;
let letGo: () => void;
const lines: Record<string, unknown>[] = [];
beforeAll(async () => {
  const keys = await makeTestKeys();
  authorization = `Bearer ${await keys.sign({ audience: 'things', scope: 'full', accountId: 5 })}`;
  const slow = new Promise<void>((resolve) => (letGo = resolve));
  const app = createApp({
    logger: createLogger('things', 'info', {
      write: (line: string) => void lines.push(JSON.parse(line) as Record<string, unknown>),
    }),
    metrics: createMetrics('things', false),
    maxBodyBytes: 1000,
    routes: (express) =>
      mountContract(
        express,
        'public',
        createTokenVerifier('things', keys.publicKeys, { grants: testGrants }),
        contract,
        {
          read: async () => {
            await waitFor('things.find', () => Promise.resolve());
            await waitFor('pricing /internal/judge', () => slow);
            return {};
          },
          write: async ({ body }) => {
            if (body.writes) await sendWrite('things.write', () => Promise.resolve({}));
            await waitFor('pricing /internal/judge', () => slow);
            return {};
          },
        },
      ),
  });
  server = await serve(app, '127.0.0.1', 0);
});
afterAll(async () => {
  letGo();
  await server.close(1000);
});

describe('a request with a deadline', () => {
  it('is logged with the call for which it was waiting when the deadline passed', async () => {
    const response = await fetch(`${server.url}/v2/things`, {
      headers: { authorization, 'x-request-id': 'slow-1', 'x-request-deadline': String(Date.now() + 100) },
    });
    expect(response.status).toBe(503);
    const line = lines.find(({ request_id, msg }) => request_id === 'slow-1' && msg === 'request');
    expect(line).toMatchObject({
      status: 503,
      error: 'unavailable',
      waits_for: [expect.stringMatching(/^pricing \/internal\/judge for \d+ ms$/)],
    });
  });

  it.each([
    [false, 503, 'unavailable', '1'],
    [true, 504, 'gateway_timeout', null],
  ])(
    'is answered 504 after the deadline if it may have written something, otherwise 503 (written: %s)',
    async (writes, status, code, retryAfter) => {
      const response = await fetch(`${server.url}/v2/things`, {
        method: 'POST',
        headers: {
          authorization,
          'content-type': 'application/json',
          'x-request-deadline': String(Date.now() + 200),
        },
        body: JSON.stringify({ writes }),
      });
      const body = (await response.json()) as { status: string };
      expect([response.status, body.status, response.headers.get('retry-after')]).toEqual([status, code, retryAfter]);
    },
  );

  it('is answered 503 immediately if the deadline is in the past', async () => {
    const { status } = await fetch(`${server.url}/v2/things`, {
      headers: { authorization, 'x-request-deadline': '1' },
    });
    expect(status).toBe(503);
    letGo();
    const later = await fetch(`${server.url}/v2/things`, {
      headers: { authorization, 'x-request-deadline': '99999999999999' },
    });
    expect(later.status).toBe(200);
  });
});
