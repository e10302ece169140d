import { initContract } from '@keyhaven/contracts/platform/ts-rest';
import { openRoute } from '@keyhaven/contracts/shared/open-route';
import { makeTestKeys, testGrants, type TestKeys } from '@keyhaven/testing/test-keys';
import { until } from '@keyhaven/testing/until';
import { z } from 'zod';
import { createTokenVerifier } from '../auth/token-verifier';
import { createLogger } from '../observability/logger';
import { createMetrics } from '../observability/metrics';
import { createApp } from './app';
import { mountContract } from './mount-contract';
import { type RunningServer, serve } from './serve';

const query = z.object({ signature: z.string().optional(), access_token: z.string().optional() });
const contract = initContract().router({
  form: {
    method: 'GET',
    path: '/payment_forms/:key',
    pathParams: z.object({ key: z.string() }),
    responses: { 200: z.any() },
    metadata: openRoute,
  },
  attachment: {
    method: 'GET',
    path: '/attachments/:id/:signature',
    pathParams: z.object({ id: z.coerce.number(), signature: z.string() }),
    query,
    responses: { 200: z.any() },
    metadata: openRoute,
  },
});

const SECRETS = ['form-key-9f3a', 'signature-77c1', 'at_credential', 'pass-word'];
const lines: string[] = [];
let keys: TestKeys;
let server: RunningServer;
beforeAll(async () => {
  keys = await makeTestKeys();
  const app = createApp({
    logger: createLogger('things', 'debug', { write: (line) => void lines.push(line) }),
    metrics: createMetrics('things', false),
    maxBodyBytes: 1000,
    routes: (express) =>
      mountContract(
        express,
        'public',
        createTokenVerifier('things', keys.publicKeys, { grants: testGrants }),
        contract,
        {
          form: ({ params: { key } }) =>
            key.endsWith('fails') ? Promise.reject(new Error('something failed')) : Promise.resolve({}),
          attachment: () => Promise.resolve({}),
        },
      ),
  });
  server = await serve(app, '127.0.0.1', 0);
});
afterAll(() => server.close(0));

it.each([
  ['the key of a payment form', '/payment_forms/form-key-9f3a', 200, 'GET /payment_forms/:key'],
  ['the key of a payment form that failed', '/payment_forms/form-key-9f3a-fails', 500, 'GET /payment_forms/:key'],
  ['the signature of an attachment', '/attachments/12/signature-77c1', 200, 'GET /attachments/:id/:signature'],
  ['credentials in a query', '/attachments/12/x?access_token=at_credential', 200, 'GET /attachments/:id/:signature'],
  ['a key below a path that does not exist', '/payment_forms/form-key-9f3a/pay', 404, 'none'],
  ['credentials in a path that does not exist', '/at_credential@host/pass-word', 404, 'none'],
])('the log line of a request contains the route but not %s', async (_what, path, status, route) => {
  lines.length = 0;
  const authorization = `Bearer ${await keys.sign({ audience: 'things', scope: 'open' })}`;
  expect((await fetch(server.url + path, { headers: { authorization } })).status).toBe(status);
  const line = await until(() => lines.find((one) => one.includes('"msg":"request"')));
  expect(JSON.parse(line)).toMatchObject({ route, status });
  for (const secret of SECRETS) expect(lines.join('')).not.toContain(secret);
});

it('the log line of a request contains the ids of its path', async () => {
  lines.length = 0;
  const authorization = `Bearer ${await keys.sign({ audience: 'things', scope: 'open' })}`;
  await fetch(`${server.url}/attachments/12/signature-77c1`, { headers: { authorization } });
  const line = await until(() => lines.find((one) => one.includes('"msg":"request"')));
  expect(JSON.parse(line)).toMatchObject({ params: { id: 12 } });
});
