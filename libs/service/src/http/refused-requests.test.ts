import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { text } from '@keyhaven/contracts/shared/inputs';
import { makeTestKeys, testGrants } from '@keyhaven/testing/test-keys';
import { initContract } from '@keyhaven/contracts/platform/ts-rest';
import { mongo } from 'mongoose';
import { z } from 'zod';
import { createTokenVerifier } from '../auth/token-verifier';
import { createLogger } from '../observability/logger';
import { createMetrics } from '../observability/metrics';
import { createApp } from './app';
import { mountContract } from './mount-contract';
import { type RunningServer, serve } from './serve';

const contract = initContract().router({
  list: {
    method: 'GET',
    path: '/v2/things',
    query: z.object({ name: z.union([z.string(), z.array(z.string())]).optional() }),
    responses: { 200: z.any() },
  },
  write: { method: 'POST', path: '/v2/things', body: z.object({ name: text(10) }), responses: { 200: z.any() } },
  keep: { method: 'POST', path: '/v2/anything', body: z.any(), responses: { 200: z.any() } },
});

let server: RunningServer;
let authorization: string;
let failure: Error | undefined;

beforeAll(async () => {
  const keys = await makeTestKeys();
  authorization = `Bearer ${await keys.sign({ audience: 'things', scope: 'full', accountId: 5 })}`;
  const app = createApp({
    logger: createLogger('things', 'silent'),
    metrics: createMetrics('things', false),
    maxBodyBytes: 1_000_000,
    routes: (express) =>
      mountContract(
        express,
        'public',
        createTokenVerifier('things', keys.publicKeys, { grants: testGrants }),
        contract,
        {
          list: ({ query }) => (failure ? Promise.reject(failure) : Promise.resolve(query)),
          write: ({ body }) => Promise.resolve(body),
          keep: ({ body }) => Promise.resolve({ kept: body as unknown }),
        },
      ),
  });
  server = await serve(app, '127.0.0.1', 0);
});
afterAll(() => server.close(1000));

async function call(path: string, init: RequestInit = {}) {
  const response = await fetch(server.url + path, { ...init, headers: { authorization, ...init.headers } });
  return { status: response.status, retryAfter: response.headers.get('retry-after'), body: await response.json() };
}
const send = (body: string | Buffer, headers: Record<string, string> = {}, path = '/v2/anything') =>
  call(path, {
    method: 'POST',
    body: body as string,
    headers: { 'content-type': 'application/json', 'idempotency-key': 'k', ...headers },
  });
const refusal = (status: number, code: string, message: string) => ({
  status,
  body: { messages: [message], status: code, status_code: status },
});
const badRequest = (message: string) => refusal(400, 'bad_request', message);

describe('the body of a request', () => {
  const tooDeep = badRequest('body: is nested too deeply; at most 50 levels are accepted');
  const nested = (depth: number, open: string, inner: string, close: string) =>
    open.repeat(depth) + inner + close.repeat(depth);

  it.each([
    ['arrays', nested(51, '[', '1', ']')],
    ['objects', nested(51, '{"a":', '1', '}')],
    ['arrays and objects in turn', nested(26, '[{"a":', '1', '}]')],
    ['100,000 brackets', nested(100_000, '[', '', ']')],
    ['brackets that are never closed', '['.repeat(100_000)],
    ['arrays after a text that contains a quotation mark', `{"a":"\\"","b":"\\\\","c":${nested(50, '[', '', ']')}}`],
  ])('is refused with 400 if it is nested deeper than 50 levels: %s', async (_name, body) => {
    expect(await send(body)).toMatchObject(tooDeep);
    expect(await send(body, {}, '/v2/things')).toMatchObject(tooDeep);
    expect(await send(gzipSync(body), { 'content-encoding': 'gzip' })).toMatchObject(tooDeep);
  });

  it.each([
    ['50 levels', nested(50, '[', '', ']')],
    ['brackets in texts', JSON.stringify({ a: '['.repeat(200), b: `"${'{'.repeat(200)}\\` })],
    ['many arrays side by side', `[${'[],'.repeat(200)}[]]`],
  ])('is accepted if it is nested at most 50 levels: %s', async (_name, body) => {
    expect(await send(body)).toMatchObject({ status: 200, body: { kept: JSON.parse(body) as unknown } });
  });

  it('is refused with 400 and without internal details if its compression is broken', async () => {
    const whole = JSON.stringify({ name: 'a', rest: Array.from({ length: 2000 }, (_, index) => index) });
    const compressors = { gzip: gzipSync, deflate: deflateSync, br: brotliCompressSync };
    for (const [encoding, compress] of Object.entries(compressors)) {
      const headers = { 'content-encoding': encoding };
      const broken = badRequest(`body: could not be decoded, with Content-Encoding: ${encoding}`);
      expect(await send(Buffer.from('this is not compressed at all'), headers)).toMatchObject(broken);
      expect(await send(compress(whole).subarray(0, 200), headers)).toMatchObject(broken);
      expect(await send(compress(whole), headers)).toMatchObject({ status: 200 });
    }
  });

  it('is refused with 415 if its Content-Encoding is not supported', async () => {
    for (const encoding of ['zstd', 'compress', 'gzip, gzip']) {
      const message = `Content-Encoding: ${encoding} is not supported; expected gzip, deflate or br`;
      const refused = refusal(415, 'unsupported_media_type', message);
      expect(await send(gzipSync('{"name":"a"}'), { 'content-encoding': encoding })).toMatchObject(refused);
    }
  });

  it('is refused with 400 if it is not UTF-8', async () => {
    const wrong = Buffer.concat([Buffer.from('{"name":"'), Buffer.from([0xc3, 0x28]), Buffer.from('"}')]);
    expect(await send(wrong)).toMatchObject(badRequest('body: is not valid UTF-8; expected JSON in UTF-8'));
    const surrogate = Buffer.concat([Buffer.from('{"name":"'), Buffer.from([0xed, 0xa0, 0x80]), Buffer.from('"}')]);
    expect(await send(surrogate)).toMatchObject(badRequest('body: is not valid UTF-8; expected JSON in UTF-8'));
  });

  it.each(['utf-16', 'utf-7', 'utf-32'])('is refused with 415 in the charset %s', async (charset) => {
    expect(await send('{"name":"a"}', { 'content-type': `application/json; charset=${charset}` })).toMatchObject(
      refusal(415, 'unsupported_media_type', `Content-Type: charset ${charset} is not supported; expected utf-8`),
    );
    expect((await send('{"name":"a"}', { 'content-type': 'application/json; charset=UTF-8' })).status).toBe(200);
  });

  it('is refused with 400 if it contains half a surrogate pair', async () => {
    expect(await send('{"name":"a\\ud83d"}', {}, '/v2/things')).toMatchObject({
      status: 400,
      body: { messages: [expect.stringContaining('expected well-formed Unicode')] },
    });
    expect(await send('{"name":"\\ud83c\\udfe0"}', {}, '/v2/things')).toMatchObject({
      status: 200,
      body: { name: '🏠' },
    });
  });
});

describe('the query of a request', () => {
  const parameters = (count: number) => Array.from({ length: count }, (_, index) => `p${index}=1`).join('&');

  it.each([
    ['different parameters', parameters(201)],
    ['one parameter repeated', 'name=1&'.repeat(201)],
    ["more than Node's parser reads", `${parameters(1500)}&name=x`],
  ])('is refused with 400 if it has more than 200 parameters: %s', async (_name, query) => {
    expect(await call(`/v2/things?${query}`)).toMatchObject({
      status: 400,
      body: { status: 'bad_request', messages: [expect.stringMatching(/^query: has \d+ parameters; at most 200/)] },
    });
    expect((await send('{}', {}, `/v2/anything?${query}`)).status).toBe(400);
  });

  it('is read completely if it has 200 parameters', async () => {
    expect(await call(`/v2/things?${parameters(199)}&name=last`)).toMatchObject({
      status: 200,
      body: { name: 'last' },
    });
    expect((await call('/v2/things?name=a&name=b%20c')).body).toEqual({ name: ['a', 'b c'] });
  });
});

describe('a database error', () => {
  const labelled = (label: string) => {
    const error = new mongo.MongoServerError({ message: 'inside' });
    error.addErrorLabel(label);
    return error;
  };
  afterEach(() => (failure = undefined));

  it.each([
    ...['RetryableWriteError', 'TransientTransactionError', 'ResetPool'].map(
      (label) => [label, labelled(label)] as const,
    ),
    ...[64, 91, 189, 10107, 11600, 11602, 13435, 13436].map(
      (code) => [`code ${code}`, new mongo.MongoServerError({ message: 'inside', code })] as const,
    ),
  ])('causes a response with 503 if it is temporary: %s', async (_name, error) => {
    failure = error;
    expect(await call('/v2/things')).toMatchObject({
      ...refusal(503, 'unavailable', 'the database is not available; try again in 2 seconds'),
      retryAfter: '2',
    });
  });

  it.each([
    ['a duplicate key', new mongo.MongoServerError({ message: 'inside', code: 11000 })],
    ['an exceeded time limit', new mongo.MongoServerError({ message: 'inside', code: 50 })],
    ['a temporary code on an error that is not from the driver', Object.assign(new Error('inside'), { code: 91 })],
  ])('causes a response with 500 if it is not temporary: %s', async (_name, error) => {
    failure = error;
    expect(await call('/v2/things')).toMatchObject({ status: 500, body: { status: 'internal_error' } });
  });
});
