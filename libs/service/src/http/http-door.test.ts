import net from 'node:net';
import { MAX_BODY, startThingsServer, type ThingsServer } from './testing/things-server';

let things: ThingsServer;
beforeAll(async () => {
  things = await startThingsServer();
});
afterAll(() => things.close());

const bearer: ThingsServer['bearer'] = (request) => things.bearer(request);
const call: ThingsServer['call'] = (path, init) => things.call(path, init);
const post: ThingsServer['post'] = (body, headers, path) => things.post(body, headers, path);

describe('the HTTP server of a service', () => {
  it('returns a record with an ETag that consists of the version of the record and a hash of the response', async () => {
    const { status, headers, body } = await call('/v2/things/7', { headers: await bearer() });
    expect([status, body]).toEqual([200, { id: 7, account: 5 }]);
    expect(headers.get('etag')).toMatch(/^"3-[\w-]{16}"$/);
    const other = await call('/v2/things/8', { headers: await bearer() });
    expect(other.headers.get('etag')).toMatch(/^"3-[\w-]{16}"$/);
    expect(other.headers.get('etag')).not.toBe(headers.get('etag'));
    const again = await call('/v2/things/7', { headers: await bearer() });
    expect(again.headers.get('etag')).toBe(headers.get('etag'));
    expect(headers.get('content-type')).toBe('application/json; charset=utf-8');
    expect(headers.get('x-powered-by')).toBeNull();
  });

  it('answers a deletion with 204 and no body', async () => {
    const { status, body } = await call('/v2/things/7', { method: 'DELETE', headers: await bearer() });
    expect([status, body]).toEqual([204, undefined]);
  });

  it('reports all faults in path, query and body together, with the values that were sent', async () => {
    const { body } = await call('/v2/things/x?from=2026-02-30', { headers: await bearer() });
    expect(body).toEqual({
      messages: [
        'path parameter id: "x" is not accepted; expected the id of a record, a positive integer',
        'query parameter from: "2026-02-30" is not accepted; expected a calendar date that exists, yyyy-mm-dd, without a time',
      ],
      status: 'bad_request',
      status_code: 400,
    });
    const posted = await post({ name: 'much too long' });
    expect(posted.body.messages).toEqual([
      'name: "much too long" is not accepted; expected at most 10 characters',
      'day: is required; expected a calendar date, yyyy-mm-dd',
    ]);
  });

  it.each([
    ['malformed JSON', '{"name":', 400, 'bad_request', 'is not valid JSON'],
    ['an array', '[]', 400, 'bad_request', 'expected an object'],
    ['a number', '5', 400, 'bad_request', 'expected an object'],
    ['null', 'null', 400, 'bad_request', 'expected an object'],
    ['an empty body', '', 400, 'bad_request', 'name: is required'],
    [
      'a body above the size limit',
      JSON.stringify({ name: 'x'.repeat(MAX_BODY) }),
      413,
      'payload_too_large',
      `at most ${MAX_BODY} bytes are accepted`,
    ],
  ])('answers 4xx with a clear message for %s', async (_name, sent, status, code, message) => {
    const answer = await post(sent);
    expect(answer).toMatchObject({ status, body: { status: code, status_code: status } });
    expect(answer.body.messages[0]).toContain(message);
  });

  it('reads a body without a content type as JSON, and answers 415 for a type that is not JSON', async () => {
    const body = JSON.stringify({ name: 'a', day: '2026-07-01' });
    const untyped = await call('/v2/things', { method: 'POST', headers: await bearer(), body: new Blob([body]) });
    expect(untyped.status).toBe(200);
    expect((await post(body, { 'content-type': 'text/xml' })).status).toBe(415);
    expect((await post(body, { 'content-type': 'application/vnd.api+json' })).status).toBe(200);
  });

  it('answers 500 with only the request id, and logs the details under that id', async () => {
    const { status, headers, body } = await call('/v2/things/500', { headers: await bearer() });
    const requestId = headers.get('x-request-id')!;
    expect(status).toBe(500);
    expect(body).toEqual({
      messages: [`an internal error occurred; give the operator the request id ${requestId}`],
      status: 'internal_error',
      status_code: 500,
    });
    const line = things.lines.find(({ request_id, msg }) => request_id === requestId && msg === 'request failed');
    expect(JSON.stringify(line)).toContain('secret detail of the inside');
  });

  it('returns the request id of the client, and logs the request with this id', async () => {
    const { headers } = await call('/v2/things/7', { headers: { ...(await bearer()), 'x-request-id': 'mine-1' } });
    expect(headers.get('x-request-id')).toBe('mine-1');
    const line = things.lines.find(({ request_id, msg }) => request_id === 'mine-1' && msg === 'request');
    expect(line).toMatchObject({
      method: 'GET',
      params: { id: 7 },
      route: 'GET /v2/things/:id',
      status: 200,
      user_id: 5,
      credential_id: 'c1',
    });
    const forged = await call('/healthz', { headers: { 'x-request-id': 'a b' } });
    expect(forged.headers.get('x-request-id')).toBeNull();
  });

  it('answers 404 for an unknown path and 400 for a malformed path', async () => {
    expect(await call('/nowhere')).toMatchObject({
      status: 404,
      body: { status: 'not_found', messages: ['there is no GET /nowhere'] },
    });
    expect((await call('/v2/things/%E0%A4%A', { headers: await bearer() })).status).toBe(400);
  });

  it("sends the usual error body if Node's HTTP parser refuses a request", async () => {
    const raw = (sent: string) =>
      new Promise<string>((resolve, reject) => {
        const socket = net.connect(things.port, '127.0.0.1', () => socket.write(sent));
        let received = '';
        socket.on('data', (chunk) => (received += chunk.toString()));
        socket.on('close', () => resolve(received));
        socket.on('error', reject);
      });
    expect(await raw('NONSENSE\r\n\r\n')).toMatch(/^HTTP\/1\.1 400 .*"status":"bad_request"/s);
    const long = await raw(`GET /v2/things?x=${'y'.repeat(70_000)} HTTP/1.1\r\nHost: x\r\n\r\n`);
    expect(long).toMatch(/^HTTP\/1\.1 431 .*"status":"headers_too_large"/s);
  });

  it('serves /healthz on its public port, but not /metrics, /livez and /readyz', async () => {
    expect((await call('/healthz')).status).toBe(200);
    for (const path of ['/metrics', '/livez', '/readyz']) expect((await call(path)).status).toBe(404);
  });
});
