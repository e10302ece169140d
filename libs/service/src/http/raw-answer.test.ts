import { Readable } from 'node:stream';
import { openRoute } from '@keyhaven/contracts/shared/open-route';
import { makeTestKeys, testGrants, type TestKeys } from '@keyhaven/testing/test-keys';
import { initContract } from '@keyhaven/contracts/platform/ts-rest';
import { z } from 'zod';
import { createTokenVerifier } from '../auth/token-verifier';
import { createLogger } from '../observability/logger';
import { createMetrics } from '../observability/metrics';
import { createApp } from './app';
import { mountContract } from './mount-contract';
import { RawAnswer } from './raw-answer';
import { type RunningServer, serve } from './serve';

const contract = initContract().router({
  page: { method: 'GET', path: '/v2/pages/:kind', metadata: openRoute, responses: { 200: z.any() } },
  closed: { method: 'GET', path: '/v2/closed', responses: { 200: z.any() } },
});

let keys: TestKeys;
let server: RunningServer;

beforeAll(async () => {
  keys = await makeTestKeys();
  const verify = createTokenVerifier('pages', keys.publicKeys, { grants: testGrants });
  const broken = () =>
    new Readable({
      read() {
        this.push('begin');
        this.destroy(new Error('the store broke off'));
      },
    });
  const answers: Record<string, () => RawAnswer> = {
    html: () => new RawAnswer('<p>Grüße</p>', { 'Content-Type': 'text/html; charset=utf-8' }),
    json: () => new RawAnswer(Buffer.from('{"made":"before"}'), { 'Content-Type': 'application/json; charset=utf-8' }),
    unchanged: () => new RawAnswer('', { ETag: '"1"' }, 304),
    image: () => new RawAnswer(Readable.from([Buffer.alloc(70_000, 7)]), { 'Content-Type': 'image/png' }),
    broken: () => new RawAnswer(broken(), { 'Content-Type': 'image/png' }),
  };
  const app = createApp({
    logger: createLogger('pages', 'silent'),
    metrics: createMetrics('pages', false),
    maxBodyBytes: 1000,
    routes: (express) =>
      mountContract(express, 'public', verify, contract, {
        page: ({ params }) => Promise.resolve(answers[params.kind]!()),
        closed: () => Promise.resolve({}),
      }),
  });
  server = await serve(app, '127.0.0.1', 0);
});
afterAll(() => server.close(1000));

async function get(path: string): Promise<Response> {
  const token = await keys.sign({ audience: 'pages', scope: 'open' });
  return fetch(`${server.url}${path}`, { headers: { authorization: `Bearer ${token}` } });
}

describe('RawAnswer', () => {
  it('can be an HTML page, sent with a Content-Length', async () => {
    const answer = await get('/v2/pages/html');
    expect([answer.status, answer.headers.get('content-type'), answer.headers.get('content-length')]).toEqual([
      200,
      'text/html; charset=utf-8',
      '14',
    ]);
    expect(await answer.text()).toBe('<p>Grüße</p>');
  });

  it('can be JSON that is already serialized', async () => {
    const answer = await get('/v2/pages/json');
    expect(answer.headers.get('content-type')).toBe('application/json; charset=utf-8');
    expect(await answer.json()).toEqual({ made: 'before' });
  });

  it('can be a status without a body', async () => {
    const answer = await get('/v2/pages/unchanged');
    expect([answer.status, answer.headers.get('etag'), await answer.text()]).toEqual([304, '"1"', '']);
  });

  it('can be a stream; if the stream fails, the connection is cut', async () => {
    const image = Buffer.from(await (await get('/v2/pages/image')).arrayBuffer());
    expect(image.equals(Buffer.alloc(70_000, 7))).toBe(true);
    await expect(get('/v2/pages/broken').then((answer) => answer.text())).rejects.toThrow();
  });
});

describe('an internal token for a client without credentials', () => {
  it('gives access only to routes that are open to everyone', async () => {
    expect((await get('/v2/pages/html')).status).toBe(200);
    expect((await get('/v2/closed')).status).toBe(401);
    expect((await fetch(`${server.url}/v2/pages/html`)).status).toBe(401);
  });
});
