import { json } from 'node:stream/consumers';
import { identityInternalContract } from '@keyhaven/contracts/identity/internal-contract';
import { findRecordsContract, type RecordSearch } from '@keyhaven/contracts/shared/find-records-contract';
import { idInput } from '@keyhaven/contracts/shared/inputs';
import { startLoopbackServer } from '@keyhaven/testing/loopback-server';
import { makeTestKeys, testGrants, type TestKeys } from '@keyhaven/testing/test-keys';
import { initContract } from '@keyhaven/contracts/platform/ts-rest';
import { z } from 'zod';
import { createTokenVerifier } from '../auth/token-verifier';
import { createApp } from '../http/app';
import { mountContract } from '../http/mount-contract';
import { type RunningServer, serve } from '../http/serve';
import { createLogger } from '../observability/logger';
import { createMetrics } from '../observability/metrics';
import { peerClient } from '../peers/peer-client';
import { PeerConnection } from '../peers/peer-connection';
import { rememberedAccounts } from './known-accounts';
import { recordDirectory } from './record-directory';

const contract = initContract().router({
  write: {
    method: 'POST',
    path: '/operator/accounts/:user_id/things',
    pathParams: z.object({ user_id: idInput }),
    body: z.object({ name: z.string() }),
    responses: { 200: z.any() },
  },
});

/**
 * The ids of three accounts: one with a local copy, one that so far only the identity service knows,
 * and one that does not exist.
 */
const [COPIED, FRESH, UNKNOWN] = [11, 12, 13];

let keys: TestKeys;
let server: RunningServer;
let identity: Awaited<ReturnType<typeof startLoopbackServer>>;
let identityIsThere = true;
const asked: number[] = [];
const written: number[] = [];

beforeAll(async () => {
  keys = await makeTestKeys();
  identity = await startLoopbackServer((request, response) => {
    void json(request).then((body) => {
      const { user_id, entity_type, ids } = body as RecordSearch;
      asked.push(user_id);
      const isRight = request.url === findRecordsContract.findRecords.path && entity_type === 'account';
      if (!isRight || !identityIsThere) return response.writeHead(503).end('{}');
      return response.end(JSON.stringify({ unknown_ids: ids.filter((id) => id !== FRESH) }));
    });
  });
  const connection = new PeerConnection({ service: 'identity', url: () => identity.url, sign: keys.sign });
  const client = peerClient(identityInternalContract, connection);
  const copies = async (_scope: unknown, ids: readonly number[]) => ids.filter((id) => id === COPIED);
  const app = createApp({
    logger: createLogger('things', 'silent'),
    metrics: createMetrics('things', false),
    maxBodyBytes: 1000,
    accountExists: rememberedAccounts(recordDirectory('account', client, copies)),
    routes: (express) =>
      mountContract(
        express,
        'operator',
        createTokenVerifier('things', keys.publicKeys, { grants: testGrants }),
        contract,
        {
          write: ({ params }) => Promise.resolve({ count: written.push(params.user_id) }),
        },
      ),
  });
  server = await serve(app, '127.0.0.1', 0);
});
beforeEach(() => {
  identityIsThere = true;
  asked.length = 0;
  written.length = 0;
});
afterAll(async () => {
  await server.close(1000);
  await identity.close();
});

async function write(userId: number | string, withToken = true): Promise<{ status: number; body: any }> {
  const token = withToken
    ? { authorization: `Bearer ${await keys.sign({ audience: 'things', scope: 'service' })}` }
    : {};
  const response = await fetch(`${server.url}/operator/accounts/${userId}/things`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...token } as Record<string, string>,
    body: JSON.stringify({ name: 'x' }),
  });
  return { status: response.status, body: await response.json() };
}

describe("an operator's write for an account", () => {
  it('is refused if the account does not exist, and writes nothing', async () => {
    const { status, body } = await write(UNKNOWN);
    expect([status, body.messages]).toEqual([404, [`user_id: the account ${UNKNOWN} does not exist`]]);
    expect(written).toEqual([]);
  });

  it('is accepted after a single request to identity if the event about the new account has not arrived yet', async () => {
    expect([(await write(FRESH)).status, (await write(FRESH)).status]).toEqual([200, 200]);
    expect([asked, written]).toEqual([[FRESH], [FRESH, FRESH]]);
  });

  it('is refused with 503 if the service has no copy of the account and identity is unavailable', async () => {
    identityIsThere = false;
    expect((await write(UNKNOWN)).status).toBe(503);
    expect((await write(COPIED)).status).toBe(200);
    expect(written).toEqual([COPIED]);
  });

  it('does not reveal whether the account exists if there is no valid token', async () => {
    expect((await write(UNKNOWN, false)).status).toBe(401);
    expect((await write('x')).status).toBe(400);
    expect(asked).toEqual([]);
  });
});
