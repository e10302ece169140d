import type { IncomingMessage, ServerResponse } from 'node:http';
import { ApiError } from '@keyhaven/contracts/shared/errors';
import { type RunningServer, serve } from '@keyhaven/service/http/serve';
import express from 'express';
import { expectedRoute } from './api/expected-route';
import { readOperations } from './api/operations';
import type { Snapshot } from './check/database-snapshot';
import { faultOfMemory } from './check/memory-growth';
import type { FuzzedAccount } from './send/account';
import { distinctFaults, totals } from './report/print-report';
import { type FuzzResult, runFuzz } from './run/run-fuzz';
import { Pool } from './send/pool';

const MB = 1024 * 1024;
const memory = () => Promise.resolve({ heapUsed: 50 * MB, arrayBuffers: 0, rss: 90 * MB });

function accountOf(userId: number): FuzzedAccount {
  const pool = new Pool();
  for (let id = 1; id <= 5; id++) pool.add('booking_id', userId * 100 + id);
  return { userId, accessToken: `at_${userId}`, readToken: `at_read${userId}`, basic: 'Basic eDp5', pool };
}

type Answer = (request: IncomingMessage, response: ServerResponse, body: string) => void;

/** Refuses every request with an error that the contract declares. */
const refuse: Answer = ({ method = '', url = '' }, response) => {
  const expected = expectedRoute(method, url);
  const error = 'error' in expected ? expected.error : new ApiError('bad_request', 'id: expected another one');
  response.writeHead(error.status, { 'content-type': 'application/json' }).end(JSON.stringify(error.body));
};

const json = (response: ServerResponse, status: number, body: unknown) =>
  void response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));

/** Uses the given handler for one route, and refuses all other requests. */
const at =
  (method: string, path: RegExp, answer: Answer): Answer =>
  (request, response, body) =>
    request.method === method && path.test(request.url ?? '')
      ? answer(request, response, body)
      : refuse(request, response, body);

describe('the fuzzer', () => {
  let server: RunningServer | undefined;
  afterEach(async () => {
    await server?.close(0);
    server = undefined;
  });

  interface Run {
    only?: string;
    requests?: number;
    read?: (userId: number) => Snapshot;
    limitMs?: number;
  }
  async function fuzz(
    answer: Answer,
    { only = '', requests = 600, read = () => new Map(), limitMs = 30_000 }: Run = {},
  ): Promise<FuzzResult> {
    const app = express().use((request, response) => {
      let body = '';
      request.on('data', (chunk: Buffer) => (body += chunk.toString()));
      request.on('end', () => answer(request, response, body));
    });
    // Like the services, this server responds to malformed HTTP with the usual error body.
    server = await serve(app, '127.0.0.1', 0);
    return runFuzz({
      url: server.url,
      operations: readOperations().filter(({ id }) => id.includes(only)),
      accounts: { busy: [accountOf(1), accountOf(2)], quiet: [accountOf(3)] },
      receiver: 'http://127.0.0.1:9',
      seed: 7,
      requests,
      lanes: 4,
      limitMs,
      reader: { read: (userId) => Promise.resolve(read(userId)) },
      memory,
    });
  }
  const kindsOf = ({ tally }: FuzzResult) =>
    distinctFaults(tally.faults).map(({ found }) => `${found.operation}: ${found.fault.kind}`);

  it('finds no faults in a server that keeps to the contract', async () => {
    const result = await fuzz(refuse, { requests: 600 });
    expect(result.tally.faults).toEqual([]);
    expect(totals(result)).toEqual({ passed: result.tally.sent + result.refusals.compared + 1, failed: 0 });
    expect(result.refusals.compared).toBeGreaterThan(50);
  });

  it('finds a response with status 500', async () => {
    const broken = at('GET', /^\/v2\/fees(\?|$)/, (_request, response) => json(response, 500, {}));
    expect(kindsOf(await fuzz(broken, { only: 'listFees', requests: 40 }))).toContain('listFees: answered 500');
  });

  it('finds a request that gets no response in time', async () => {
    const silent = at('GET', /^\/v2\/fees\?/, () => {});
    expect(kindsOf(await fuzz(silent, { only: 'listFees', requests: 40, limitMs: 300 }))).toContain(
      'listFees: no answer in time',
    );
  });

  it('finds a connection that is closed without a response', async () => {
    const closing = at('GET', /^\/v2\/fees\?/, (request) => request.socket.destroy());
    expect(kindsOf(await fuzz(closing, { only: 'listFees', requests: 40 }))).toContain(
      'listFees: the connection was closed without an answer',
    );
  });

  it('finds a body that the contract does not declare', async () => {
    const other = at('GET', /^\/v2\/fees(\?|$)/, (_request, response) => json(response, 200, { fees: [] }));
    expect(kindsOf(await fuzz(other, { only: 'listFees', requests: 40 }))).toEqual([
      'listFees: answered outside the contract',
    ]);
  });

  it('finds a field that the contract does not declare', async () => {
    const page = { items: [], limit: 20, offset: 0, count: 0, next_page_url: null };
    const answer = (body: object) => at('GET', /^\/v2\/fees(\?|$)/, (_request, response) => json(response, 200, body));
    expect(kindsOf(await fuzz(answer(page), { only: 'listFees', requests: 40 }))).toEqual([]);
    await server!.close(0);
    const more = await fuzz(answer({ ...page, debug: 1 }), { only: 'listFees', requests: 40 });
    expect(kindsOf(more)).toEqual(['listFees: answered outside the contract']);
  });

  it('finds a status that the contract does not declare', async () => {
    const conflict = new ApiError('conflict', 'no').body;
    const other = at('GET', /^\/v2\/fees(\?|$)/, (_request, response) => json(response, 409, conflict));
    expect(kindsOf(await fuzz(other, { only: 'listFees', requests: 40 }))).toEqual([
      'listFees: answered outside the contract',
    ]);
  });

  it.each([
    ['whose code is not in the registry of errors', { messages: ['no'], status: 'oops', status_code: 400 }],
    ['whose code belongs to another status', { messages: ['no'], status: 'not_found', status_code: 400 }],
    ['whose body contains another status', { messages: ['no'], status: 'bad_request', status_code: 404 }],
    ['without a message', { messages: [' '], status: 'bad_request', status_code: 400 }],
    [
      'whose message reveals internal details',
      { messages: ["Cannot read properties of undefined (reading 'x')"], status: 'bad_request', status_code: 400 },
    ],
  ])('finds an error response %s', async (_name, body) => {
    const other = at('GET', /^\/v2\/fees(\?|$)/, (_request, response) => json(response, 400, body));
    expect(kindsOf(await fuzz(other, { only: 'listFees', requests: 40 }))).toEqual([
      'listFees: answered an error outside the registry',
    ]);
  });

  it('finds a response that contains a header injected by the request', async () => {
    const injected = at('GET', /\?/, (request, response, body) => {
      response.setHeader('X-Injected', '1');
      refuse(request, response, body);
    });
    const kinds = kindsOf(await fuzz(injected, { only: 'listFees', requests: 40 }));
    expect(kinds).toEqual(['listFees: answered a header of the request']);
  });

  it('finds a record that another account can read', async () => {
    const open = at('GET', /^\/v2\/bookings\/\d+/, (_request, response) => json(response, 200, {}));
    expect(kindsOf(await fuzz(open, { only: 'getBooking', requests: 300 }))).toContain(
      "getBooking: answered another account's record",
    );
  });

  describe('when it repeats refused writes', () => {
    /** A server that refuses all writes, but increments a stored number when a write matches. */
    const countingServer = (matches: (method: string, url: string, body: string) => boolean, times = Infinity) => {
      let count = 0;
      const answer: Answer = (request, response, body) => {
        const isOfQuiet = request.headers.authorization === 'Bearer at_3';
        if (isOfQuiet && count < times && matches(request.method ?? '', request.url ?? '', body)) count++;
        refuse(request, response, body);
      };
      return { answer, read: () => new Map([['keyhaven_booking.contacts 1', String(count)]]) };
    };

    it('finds the write that changes stored data', async () => {
      const { answer, read } = countingServer((method, url) => method === 'POST' && url.startsWith('/v2/guests'));
      const { refusals } = await fuzz(answer, { only: 'Guest', requests: 300, read });
      expect(refusals.found.length).toBeGreaterThan(0);
      for (const { requests, changes } of refusals.found) {
        expect(changes).toEqual(['changed keyhaven_booking.contacts 1']);
        expect(requests).toEqual([expect.objectContaining({ method: 'POST' })]);
        expect(requests[0]!.target).toMatch(/^\/v2\/guests/);
      }
    });

    it('reports all writes of a batch if no single write changes stored data again', async () => {
      const { answer, read } = countingServer((method, url) => method === 'POST' && url.startsWith('/v2/guests'), 1);
      const { refusals } = await fuzz(answer, { only: 'Guest', requests: 300, read });
      expect(refusals.found).toHaveLength(1);
      expect(refusals.found[0]!.requests.length).toBeGreaterThan(1);
    });
  });

  it('reports memory that grows after the warm-up, but not memory that grows during the warm-up', () => {
    const points = (...kept: number[]) =>
      kept.map((heapUsed, at) => ({ sent: (at + 1) * 1000, heapUsed: heapUsed * MB, arrayBuffers: 0, rss: 0 }));
    expect(faultOfMemory(points(100, 300, 320, 350, 330))).toBeUndefined();
    expect(faultOfMemory(points(100, 300, 400, 450, 500))).toMatch(/grew by 200 MB from request 2000 to 5000/);
  });
});
