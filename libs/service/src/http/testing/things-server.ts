import { ApiError } from '@keyhaven/contracts/shared/errors';
import { calendarDate } from '@keyhaven/contracts/shared/dates';
import { writeHeaders } from '@keyhaven/contracts/shared/headers';
import { idInput, text } from '@keyhaven/contracts/shared/inputs';
import { makeTestKeys, testGrants, type TestKeys } from '@keyhaven/testing/test-keys';
import { initContract } from '@keyhaven/contracts/platform/ts-rest';
import { z } from 'zod';
import { createTokenVerifier } from '../../auth/token-verifier';
import { createLogger } from '../../observability/logger';
import { createMetrics } from '../../observability/metrics';
import { createApp } from '../app';
import { mountContract } from '../mount-contract';
import { serve } from '../serve';

export const thingsContract = initContract().router({
  read: {
    method: 'GET',
    path: '/v2/things/:id',
    pathParams: z.object({ id: idInput }),
    query: z.object({ from: calendarDate.optional() }),
    responses: { 200: z.any() },
  },
  write: {
    method: 'POST',
    path: '/v2/things',
    headers: writeHeaders,
    body: z.object({ name: text(10), day: calendarDate }),
    responses: { 200: z.any() },
  },
  remove: {
    method: 'DELETE',
    path: '/v2/things/:id',
    pathParams: z.object({ id: idInput }),
    responses: { 204: z.undefined() },
  },
});
const inside = initContract().router({
  ask: { method: 'POST', path: '/internal/ask', body: z.object({}), responses: { 200: z.any() } },
});

/** The maximum size of a body that the server accepts, in bytes. */
export const MAX_BODY = 10_000;

type TokenRequest = Partial<Parameters<TestKeys['sign']>[0]>;

interface Answer {
  status: number;
  headers: Headers;
  body: any;
}

/**
 * A server with a few sample routes, to test the behaviour that all routes of all services share.
 */
export interface ThingsServer {
  url: string;
  port: number;
  /** The lines that the server has logged. */
  lines: Record<string, unknown>[];
  /**
   * Returns the Authorization header with a token for account 5. `request` can replace parts of the
   * token.
   */
  bearer(request?: TokenRequest): Promise<{ authorization: string }>;
  call(path: string, init?: RequestInit): Promise<Answer>;
  /** Sends a POST. An object is sent as JSON, a string unchanged. */
  post(body: unknown, headers?: Record<string, string>, path?: string): Promise<Answer>;
  close(): Promise<void>;
}

export async function startThingsServer(): Promise<ThingsServer> {
  const lines: Record<string, unknown>[] = [];
  const keys = await makeTestKeys();
  const verify = createTokenVerifier('things', keys.publicKeys, { grants: testGrants });
  const logger = createLogger('things', 'info', {
    write: (line: string) => void lines.push(JSON.parse(line) as Record<string, unknown>),
  });
  const app = createApp({
    logger,
    metrics: createMetrics('things', false),
    maxBodyBytes: MAX_BODY,
    routes: (express) => {
      mountContract(express, 'public', verify, thingsContract, {
        read: ({ params, context }) => {
          if (params.id === 404) throw new ApiError('not_found', 'a thing with this id does not exist');
          if (params.id === 500) throw new Error('secret detail of the inside');
          const record = { id: params.id, account: context.caller.accountId };
          context.setVersion(3, record);
          return Promise.resolve(record);
        },
        write: ({ body, context }) =>
          Promise.resolve({ ...body, idempotency: context.idempotency, ifMatch: context.ifMatchVersion }),
        remove: () => Promise.resolve(),
      });
      mountContract(express, 'internal', verify, inside, { ask: () => Promise.resolve({ answer: 42 }) });
    },
  });
  const server = await serve(app, '127.0.0.1', 0);
  const bearer: ThingsServer['bearer'] = async (request = {}) => ({
    authorization: `Bearer ${await keys.sign({ audience: 'things', scope: 'full', accountId: 5, credentialId: 'c1', ...request })}`,
  });
  const call: ThingsServer['call'] = async (path, init = {}) => {
    const response = await fetch(server.url + path, init);
    const body = await response.text();
    return { status: response.status, headers: response.headers, body: body ? JSON.parse(body) : undefined };
  };
  return {
    url: server.url,
    port: server.port,
    lines,
    bearer,
    call,
    post: async (body, headers = {}, path = '/v2/things') =>
      call(path, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...(await bearer()), ...headers },
        body: typeof body === 'string' ? body : JSON.stringify(body),
      }),
    close: () => server.close(1000),
  };
}
