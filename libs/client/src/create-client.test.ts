import type { ServerResponse } from 'node:http';
import { createClient } from './create-client';
import type { Client, ClientOptions } from './client';
import { KeyhavenError } from './http/keyhaven-error';
import type { Retry } from './http/send-request';
import { answerJson, type Answering, refuse, startStubPlatform, type StubPlatform } from './testing/stub-platform';

const credentials = { emailAddress: 'ida@example.com', personalToken: 'pt_1' };
let stub: StubPlatform | undefined;
afterEach(() => stub?.close());

async function clientOf(answering: Answering, options: Partial<ClientOptions> = {}) {
  stub = await startStubPlatform(answering);
  return createClient({ baseUrl: `${stub.url}/`, credentials, retry: { firstPauseMs: 1 }, ...options });
}
const keys = () => stub!.received.map(({ headers }) => headers['idempotency-key']);
const failure = async (failing: Promise<unknown>): Promise<KeyhavenError> => {
  const error: unknown = await failing.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(KeyhavenError);
  return error as KeyhavenError;
};
const guest = { id: 1, first_name: 'Ada' };

describe('requests of the client', () => {
  it('contain the path and query parameters and the credentials', async () => {
    const client = await clientOf((response) => answerJson(response, 200, guest));
    await client.getGuest({ id: 7, include_tags: true });
    await client.listBookings({
      property_ids: [1, 2],
      status: 'active',
      since_utc: new Date('2026-01-02T03:04:05Z'),
      from: undefined,
    });
    expect(stub!.received.map(({ method, target }) => `${method} ${target}`)).toEqual([
      'GET /v2/guests/7?include_tags=true',
      'GET /v2/bookings?property_ids=1%2C2&status=active&since_utc=2026-01-02T03%3A04%3A05.000Z',
    ]);
    expect(stub!.received[0]!.headers.authorization).toBe(`Basic ${btoa('ida@example.com:pt_1')}`);
  });

  it('accept a plain-text response if they are sent with client.send', async () => {
    const client = await clientOf((response) => response.writeHead(200, { 'content-type': 'text/plain' }).end('ready'));
    expect(await client.send('GET', '/ready')).toMatchObject({ status: 200, body: 'ready' });
  });

  it('escape parameter values in the path', async () => {
    const client = await clientOf((response) => answerJson(response, 200, {}));
    await client.setFieldByCode({ entity_type: 'booking', entity_id: 1, code: 'a/b?', body: { value: 'x' } });
    expect(stub!.received[0]!.target).toBe('/v2/fields/booking/1/a%2Fb%3F');
  });

  it('are refused by the client if a path parameter is missing', async () => {
    const client = await clientOf((response) => answerJson(response, 200, {}));
    await expect(client.getGuest({ id: '' })).rejects.toThrow('/v2/guests/:id needs the parameter id');
    expect(stub!.received).toEqual([]);
  });

  it('require a valid base URL; the error for an invalid base URL contains an example', () => {
    expect(() => createClient({ baseUrl: 'keyhaven.example.com' })).toThrow(
      'baseUrl "keyhaven.example.com" must be an address such as https://keyhaven.example.com',
    );
  });

  it('return the body, or the body and the headers if they are sent with client.answer', async () => {
    const headers = { etag: '"3-abc"', 'x-request-id': 'r-1', 'x-ignored': 'colour,a%2Cb' };
    const client = await clientOf((response) => answerJson(response, 200, guest, headers));
    expect(await client.getGuest({ id: 1 })).toEqual(guest);
    expect(await client.answer('getGuest', { id: 1 })).toMatchObject({
      status: 200,
      etag: '"3-abc"',
      requestId: 'r-1',
      ignored: ['colour', 'a,b'],
    });
  });
});

describe('client.send', () => {
  it('sends the path unchanged, and appends the query', async () => {
    const client = await clientOf((response) => answerJson(response, 200, {}));
    await client.send('GET', '/v2/guests?q=mail:anna');
    await client.send('GET', '/v2/guests?q=mail:anna', { query: { limit: 5, mail: 'b' } });
    await client.send('get', '/v2/guests/:id', { query: { id: 3 } });
    expect(stub!.received.map(({ method, target }) => `${method} ${target}`)).toEqual([
      'GET /v2/guests?q=mail:anna',
      'GET /v2/guests?q=mail:anna&limit=5&mail=b',
      'GET /v2/guests/:id?id=3',
    ]);
  });
});

describe('errors of the client', () => {
  it('have the status, code, messages and request id of the response', async () => {
    const client = await clientOf((response) => refuse(response, 409, 'nights_taken', { 'x-request-id': 'r-9' }));
    const body = { property_id: 1, arrival: '2030-07-01', departure: '2030-07-04' };
    const error = await failure(client.createBooking({ body }));
    expect(error).toMatchObject({
      status: 409,
      code: 'nights_taken',
      messages: ['no: nights_taken'],
      requestId: 'r-9',
    });
    expect(error.message).toBe('POST /v2/bookings: 409 nights_taken: no: nights_taken (request r-9)');
    expect(stub!.received).toHaveLength(1);
  });

  it('have the code unexpected_answer when a response does not come from this API', async () => {
    const client = await clientOf((response) => response.writeHead(404, { 'content-type': 'text/html' }).end('<p>'));
    expect(await failure(client.getGuest({ id: 1 }))).toMatchObject({ status: 404, code: 'unexpected_answer' });
  });

  it.each([
    ['is an HTML page', 'text/html', '<p>Sign in</p>'],
    ['is not valid JSON', 'application/json', '<p>Sign in</p>'],
    ['is empty', 'application/json', ''],
  ])('have the code unexpected_answer when the body of a 200 %s', async (_, type, body) => {
    const client = await clientOf((response) => response.writeHead(200, { 'content-type': type }).end(body), {
      retry: false,
    });
    for (const failing of [client.getGuest({ id: 1 }), client.each('listGuests').next(), client.deleteGuest({ id: 1 })])
      expect(await failure(failing)).toMatchObject({ status: 0, code: 'unexpected_answer' });
  });

  it('contain the request id of a success that does not come from this API', async () => {
    const client = await clientOf(
      (response) => response.writeHead(200, { 'content-type': 'text/html', 'x-request-id': 'r-9' }).end('<p>'),
      { retry: false },
    );
    expect(await failure(client.getGuest({ id: 1 }))).toMatchObject({ requestId: 'r-9', body: '<p>' });
  });

  it('have the code timed_out when no response arrives in time', async () => {
    const client = await clientOf(() => {}, { retry: false, timeoutMs: 50 });
    const error = await failure(client.getGuest({ id: 1 }));
    expect(error).toMatchObject({ status: 0, code: 'timed_out', messages: ['no answer within 50 ms'] });
  });

  it('have the code no_answer when the connection is refused', async () => {
    const client = await clientOf(() => {}, { retry: false });
    await stub!.close();
    const error = await failure(client.getGuest({ id: 1 }));
    expect(error).toMatchObject({ status: 0, code: 'no_answer', messages: [expect.stringContaining('ECONNREFUSED')] });
  });
});

describe('the client', () => {
  it('sends a new Idempotency-Key with each write, or the key that the caller passes', async () => {
    const client = await clientOf((response) => answerJson(response, 200, guest));
    await client.createGuest({ body: { first_name: 'Ada' } });
    await client.createGuest({ body: { first_name: 'Ada' } });
    await client.createGuest({ body: { first_name: 'Ada' } }, { idempotencyKey: 'mine' });
    expect(new Set(keys()).size).toBe(3);
    expect(keys()[2]).toBe('mine');
  });
});

describe('retries of the client', () => {
  const outages: Record<string, (response: ServerResponse) => void> = {
    'a 503': (response) => refuse(response, 503, 'unavailable'),
    'a 504': (response) => refuse(response, 504, 'gateway_timeout'),
    'a 502 of a proxy': (response) => response.writeHead(502, { 'content-type': 'text/html' }).end('<h1>Bad Gateway'),
    'a 200 with the page of a proxy': (response) => response.writeHead(200, { 'content-type': 'text/html' }).end('<p>'),
    'a connection that ends before the answer': (response) => response.destroy(),
    'a connection that ends within the answer': (response) => {
      response.writeHead(200, { 'content-type': 'application/json', 'content-length': '100' });
      response.write('{"id":', () => response.destroy());
    },
  };

  it.each(Object.keys(outages))('repeat a write with the same Idempotency-Key after %s', async (outage) => {
    const client = await clientOf((response, _, index) => {
      if (index < 2) outages[outage]!(response);
      else answerJson(response, 200, guest);
    });
    expect(await client.createGuest({ body: { first_name: 'Ada' } })).toEqual(guest);
    expect(keys()).toEqual([expect.stringMatching(/^[\da-f-]{36}$/), keys()[0], keys()[0]]);
    expect(stub!.received.map(({ body }) => body)).toEqual(Array(3).fill('{"first_name":"Ada"}'));
  });

  it('wait as long as Retry-After says', async () => {
    const retries: Retry[] = [];
    const client = await clientOf(
      (response, _, index) => {
        if (index === 0) refuse(response, 429, 'too_many_requests', { 'retry-after': '1' });
        else answerJson(response, 200, guest);
      },
      { onRetry: (retry) => retries.push(retry) },
    );
    const startedAt = Date.now();
    await client.getGuest({ id: 1 });
    expect(retries).toMatchObject([{ attempt: 1, error: { status: 429, retryAfterSeconds: 1 } }]);
    expect(retries[0]!.pauseMs).toBeGreaterThanOrEqual(1000);
    expect(Date.now() - startedAt).toBeGreaterThanOrEqual(990);
  });

  it('do not happen if Retry-After exceeds the limit, and the error contains Retry-After', async () => {
    const client = await clientOf((response) => refuse(response, 429, 'too_many_requests', { 'retry-after': '3600' }));
    expect(await failure(client.getGuest({ id: 1 }))).toMatchObject({ status: 429, retryAfterSeconds: 3600 });
    expect(stub!.received).toHaveLength(1);
  });

  it('stop after the last attempt, whose error is thrown', async () => {
    const client = await clientOf((response) => refuse(response, 503, 'unavailable'), {
      retry: { attempts: 3, firstPauseMs: 1 },
    });
    expect(await failure(client.getGuest({ id: 1 }))).toMatchObject({ status: 503, code: 'unavailable' });
    expect(stub!.received).toHaveLength(3);
  });

  it('do not happen for errors that a retry cannot fix, or with `retry: false`', async () => {
    const client = await clientOf((response, _, index) => refuse(response, index === 0 ? 500 : 503, 'internal_error'));
    await failure(client.getGuest({ id: 1 }));
    await failure(client.getGuest({ id: 1 }, { retry: false }));
    expect(stub!.received).toHaveLength(2);
  });

  it('do not happen for writes that have no Idempotency-Key', async () => {
    const client = await clientOf((response) => response.destroy());
    await failure(client.send('POST', '/oauth/access_token', { body: { grant_type: 'authorization_code' } }));
    expect(stub!.received).toHaveLength(1);
    expect(keys()).toEqual([undefined]);
  });

  it('do not happen for an empty Idempotency-Key, because the client refuses to send the write', async () => {
    const client = await clientOf((response) => refuse(response, 503, 'unavailable'));
    const body = { first_name: 'Ada' };
    for (const own of [{ headers: { 'Idempotency-Key': '' } }, { idempotencyKey: '' }, { idempotencyKey: ' ' }]) {
      await expect(client.createGuest({ body }, own)).rejects.toThrow(
        'the Idempotency-Key of a write must not be empty',
      );
    }
    expect(stub!.received).toEqual([]);
  });

  it.each<[string, string, (client: Client) => Promise<unknown>]>([
    [
      'a GET with a body',
      'GET /v2/guests: Request with GET/HEAD method cannot have body.',
      (client) => client.send('GET', '/v2/guests', { body: {} }),
    ],
    [
      'an invalid method',
      "G T /v2/guests: 'G T' is not a valid HTTP method.",
      (client) => client.send('G T', '/v2/guests'),
    ],
    [
      'a path without a leading slash',
      'GET v2/guests: the path must begin with a slash',
      (client) => client.send('GET', 'v2/guests'),
    ],
    [
      'an invalid header value, which the error does not quote',
      'GET /v2/guests/1: the value of the header "x-secret" is invalid',
      (client) => client.getGuest({ id: 1 }, { headers: { 'X-Secret': 'hush\nhush' } }),
    ],
    [
      'an invalid header name',
      'GET /v2/guests/1: the header name "x secret" is invalid',
      (client) => client.getGuest({ id: 1 }, { headers: { 'X Secret': 'hush' } }),
    ],
  ])('do not happen if the request cannot be sent because of %s', async (_, message, send) => {
    const retries: Retry[] = [];
    const client = await clientOf((response) => answerJson(response, 200, {}), {
      onRetry: (retry) => retries.push(retry),
    });
    const error: unknown = await send(client).catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(TypeError);
    expect((error as Error).message).toContain(message);
    expect((error as Error).message).not.toContain('hush');
    expect([retries, stub!.received]).toEqual([[], []]);
  });

  it('stop when the signal is aborted, during a request or during a pause', async () => {
    const client = await clientOf((response, { method }) => {
      if (method === 'POST') refuse(response, 503, 'unavailable', { 'retry-after': '30' });
    });
    const reason = new Error('no longer needed');
    for (const call of [
      (signal: AbortSignal) => client.getGuest({ id: 1 }, { signal }),
      (signal: AbortSignal) => client.createGuest({ body: { first_name: 'Ada' } }, { signal }),
    ]) {
      const leaving = new AbortController();
      setTimeout(() => leaving.abort(reason), 50);
      await expect(call(leaving.signal)).rejects.toBe(reason);
    }
  });
});

describe('the time limit of the client', () => {
  it.each([Infinity, 2 ** 31])('may be %s ms', async (timeoutMs) => {
    const client = await clientOf((response) => void setTimeout(() => answerJson(response, 200, guest), 50), {
      retry: false,
      timeoutMs,
    });
    expect(await client.getGuest({ id: 1 })).toEqual(guest);
  });
});

describe('dry runs of the client', () => {
  it('add the Prefer header to writes only', async () => {
    const client = await clientOf((response) => answerJson(response, 200, guest, { 'preference-applied': 'dry-run' }), {
      dryRun: true,
    });
    await client.getGuest({ id: 1 });
    expect(await client.answer('createGuest', { body: { first_name: 'Ada' } })).toMatchObject({ isDryRun: true });
    expect(stub!.received.map(({ headers }) => headers.prefer)).toEqual([undefined, 'dry-run']);
  });

  it('fail if the response does not confirm the dry run', async () => {
    const client = await clientOf((response) => answerJson(response, 200, guest));
    await expect(client.createGuest({ body: { first_name: 'Ada' } }, { dryRun: true })).rejects.toThrow(
      'POST /v2/guests has no dry runs: the write may have been carried out',
    );
  });
});

describe('client.readEvents', () => {
  it('fails if the address is not that of a platform, and its responses are HTML pages', async () => {
    const client = await clientOf((response) => response.writeHead(200, { 'content-type': 'text/html' }).end('<p>'));
    expect(await failure(client.readEvents().next())).toMatchObject({ status: 0, code: 'unexpected_answer' });
    expect(stub!.received).toHaveLength(5);
  });

  it('continues after a few successes and many failures of a proxy, each with an HTML page', async () => {
    let requests = 0;
    const client = await clientOf((response) => {
      requests++;
      const page = { items: [{ id: 'e', cursor: '1' }], next_cursor: '1', has_more: false };
      if (requests > 11) answerJson(response, 200, page);
      else
        response.writeHead(requests <= 3 ? 200 : 502, { 'content-type': 'text/html', 'retry-after': '0' }).end('<p>');
    });
    expect((await client.readEvents().next()).value).toMatchObject({ id: 'e' });
  });
});

describe('client.each', () => {
  it('reads all items by following next_page_url', async () => {
    const client = await clientOf((response, { target }) => {
      const next_page_url = target.includes('after_id') ? null : '/v2/guests?limit=2&q=a&after_id=2';
      answerJson(response, 200, { items: next_page_url ? [{ id: 1 }, { id: 2 }] : [{ id: 3 }], next_page_url });
    });
    const ids: number[] = [];
    for await (const { id } of client.each('listGuests', { q: 'a', limit: 2 })) ids.push(id);
    expect(ids).toEqual([1, 2, 3]);
    expect(stub!.received.map(({ target }) => target)).toEqual([
      '/v2/guests?q=a&limit=2',
      '/v2/guests?limit=2&q=a&after_id=2',
    ]);
  });

  it.each(['https://elsewhere.example.com/v2/guests', '//elsewhere.example.com/v2/guests'])(
    'does not send the credentials to a next_page_url of another host: %s',
    async (next_page_url) => {
      const client = await clientOf((response) => answerJson(response, 200, { items: [], next_page_url }));
      await expect(client.each('listGuests').next()).rejects.toThrow(`next_page_url ${next_page_url} is not a path`);
    },
  );
});
