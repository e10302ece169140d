import type { IncomingMessage, ServerResponse } from 'node:http';
import { json } from 'node:stream/consumers';
import type { ApiError } from '@keyhaven/contracts/shared/errors';
import { idInput } from '@keyhaven/contracts/shared/inputs';
import { internalContract } from '@keyhaven/contracts/shared/internal-contract';
import { type LoopbackServer, startLoopbackServer } from '@keyhaven/testing/loopback-server';
import { makeTestKeys, testGrants, type TestKeys } from '@keyhaven/testing/test-keys';
import { z } from 'zod';
import { createTokenVerifier } from '../auth/token-verifier';
import { peerClient } from './peer-client';
import { PeerConnection } from './peer-connection';

const contract = internalContract('things', {
  readThing: {
    method: 'POST',
    path: '/internal/things/:id/read',
    pathParams: z.object({ id: idInput }),
    body: z.object({ user_id: idInput }),
    responses: { 200: z.object({ name: z.string() }) },
  },
});

let keys: TestKeys;
let server: LoopbackServer;
let connection: PeerConnection;
/** Set by each test: how the called service answers. */
let answer: (request: IncomingMessage, response: ServerResponse) => unknown;

beforeAll(async () => {
  keys = await makeTestKeys();
  server = await startLoopbackServer((request, response) => void answer(request, response));
  connection = new PeerConnection({ service: 'things', url: () => server.url, sign: keys.sign, timeoutMs: 300 });
});
afterAll(async () => {
  await server.close();
  await connection.close();
});

const answerWith = (status: number, body: unknown) => {
  answer = (_request, response) => response.writeHead(status).end(JSON.stringify(body));
};
const readThing = (options?: { requestId?: string; readAs?: z.ZodType<{ name: string }> }) =>
  peerClient(contract, connection).readThing({ params: { id: 7 }, body: { user_id: 1 } }, options);
const failure = () =>
  readThing().then(
    () => Promise.reject(new Error('the call succeeded')),
    (error: unknown) => error as ApiError,
  );

describe('a call to another service', () => {
  it('sends the path, the body, the request id, and a service token for the called service', async () => {
    const received: unknown[] = [];
    answer = async (request, response) => {
      const verify = createTokenVerifier('things', keys.publicKeys, { grants: testGrants });
      const caller = await verify(request.headers.authorization!.replace('Bearer ', ''));
      received.push(request.method, request.url, await json(request), request.headers['x-request-id'], caller?.scope);
      response.end(JSON.stringify({ name: 'kettle', colour: 'red' }));
    };
    expect(await readThing({ requestId: 'r-1' })).toEqual({ name: 'kettle' });
    expect(received).toEqual(['POST', '/internal/things/7/read', { user_id: 1 }, 'r-1', 'service']);
  });

  it('parses the response with the schema in readAs, if there is one', async () => {
    answerWith(200, { name: 'kettle' });
    expect(await readThing({ readAs: z.object({ name: z.string().toUpperCase() }) })).toEqual({ name: 'KETTLE' });
  });

  it.each([
    ['the service answers 500', 500, { error: 'internal' }],
    ['the service answers 201', 201, { name: 'kettle' }],
    ['the answer does not match the contract', 200, { name: 7 }],
  ])('fails with the error unavailable (503) when %s', async (_case, status, body) => {
    answerWith(status, body);
    const error = await failure();
    expect([error.code, error.messages, error.headers]).toEqual([
      'unavailable',
      ['the things service is not available; try again in 2 seconds'],
      { 'Retry-After': '2' },
    ]);
  });

  it('fails with the error unavailable (503) when the service does not answer within the time limit', async () => {
    answer = () => undefined;
    expect((await failure()).code).toBe('unavailable');
  });
});

describe('peerClient', () => {
  it('throws if the connection and the contract belong to different services', () => {
    const other = new PeerConnection({ service: 'others', url: () => server.url, sign: keys.sign });
    expect(() => peerClient(contract, other)).toThrow('the contract of things cannot be called');
  });
});
