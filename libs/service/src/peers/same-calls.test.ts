import { ApiError } from '@keyhaven/contracts/shared/errors';
import { idInput } from '@keyhaven/contracts/shared/inputs';
import { internalContract, refusingRoute } from '@keyhaven/contracts/shared/internal-contract';
import { waitFor } from '@keyhaven/persistence/request-progress';
import { RequestProgress } from '@keyhaven/persistence/request-progress';
import { makeTestKeys } from '@keyhaven/testing/test-keys';
import { z } from 'zod';
import type { IssuerGrants } from '../auth/issuer-grants';
import { createTokenVerifier } from '../auth/token-verifier';
import { createApp } from '../http/app';
import { mountContract } from '../http/mount-contract';
import { type RunningServer, serve } from '../http/serve';
import { createLogger } from '../observability/logger';
import { createMetrics, type Metrics } from '../observability/metrics';
import { InternalCalls, internalRoutesOf } from '../http/internal-calls';
import { LocalPeer } from './local-peer';
import type { Peer } from './peer';
import { peerClient } from './peer-client';
import { PeerConnection } from './peer-connection';

const contract = internalContract('things', {
  readThing: {
    method: 'POST',
    path: '/internal/things/:id/read',
    pathParams: z.object({ id: idInput }),
    body: z.object({
      user_id: idInput,
      colour: z.string().max(5).default('red'),
      note: z.string().nullable().optional(),
    }),
    responses: { 200: z.object({ received: z.string(), size: z.number().optional() }) },
  },
  signIn: {
    method: 'POST',
    path: '/internal/sign_ins',
    body: z.object({ name: z.string().max(5), password: z.string().max(5) }),
    responses: { 200: z.object({}) },
    metadata: refusingRoute,
  },
});
type Sent = { id: number | string; body: Record<string, unknown> };

const TIMEOUT_MS = 300;
const grants: IssuerGrants = (issuer) => new Set(issuer === 'caller' ? ['internal'] : []);

let server: RunningServer;
let metrics: Metrics;
/**
 * The called service as a peer, by transport (in the same process or over HTTP) and by issuer (one
 * that may call it and one that may not).
 */
let peers: Record<'local' | 'remote', Record<'caller' | 'stranger', Peer>>;
/**
 * The number of calls that are running now, the maximum that ran at the same time, and the number
 * that were started.
 */
const atWork = { now: 0, most: 0, begun: 0 };
const PARALLEL = 3;
const failures: unknown[] = [];
/** The request ids with which the route was called. */
const progresses: unknown[] = [];

beforeAll(async () => {
  const keys = { caller: await makeTestKeys('caller'), stranger: await makeTestKeys('stranger') };
  metrics = createMetrics('things', false);
  const logger = createLogger('things', 'silent');
  const publicKeys = async (kid: string) =>
    (await keys.caller.publicKeys(kid)) ?? (await keys.stranger.publicKeys(kid));
  const noteFailure = (error: unknown) => void failures.push(error);
  const app = createApp({
    logger,
    metrics,
    maxBodyBytes: 10_000,
    noteFailure,
    routes: (express) =>
      mountContract(express, 'internal', createTokenVerifier('things', publicKeys, { grants }), contract, {
        readThing: async ({ params, body, context: { caller, requestId } }) => {
          if (params.id === 404) throw new ApiError('not_found', 'a thing with this id does not exist');
          if (params.id === 500) throw new Error('secret detail of the inside');
          if (params.id === 1) await new Promise((resolve) => setTimeout(resolve, 2 * TIMEOUT_MS));
          if (params.id === 3) {
            atWork.begun++;
            atWork.most = Math.max(atWork.most, ++atWork.now);
            await new Promise((resolve) => setTimeout(resolve, TIMEOUT_MS / 3));
            atWork.now--;
          }
          if (params.id === 2) return { received: 7 as unknown as string };
          await waitFor('a part', () => Promise.resolve(progresses.push(requestId)));
          const { issuer, scope } = caller;
          return { received: JSON.stringify({ params, body, issuer, scope }), size: undefined, unknown: 'field' };
        },
        signIn: ({ body: { name } }) => {
          if (name === 'busy') throw new ApiError('too_many_requests', 'too many attempts', { 'Retry-After': '7' });
          if (name === 'wrong') throw new ApiError('unauthorized', 'send a token');
          throw new Error('secret detail of the inside');
        },
      }),
  });
  server = await serve(app, '127.0.0.1', 0);
  const calls = new InternalCalls({
    service: 'things',
    routes: internalRoutesOf(app),
    grants,
    logger,
    metrics,
    noteFailure,
  });
  const waysOf = (issuer: 'caller' | 'stranger') => {
    const options = { service: 'things', issuer, timeoutMs: TIMEOUT_MS, parallel: PARALLEL, connections: PARALLEL };
    const remote = new PeerConnection({ ...options, url: () => server.url, sign: keys[issuer].sign });
    return { local: new LocalPeer({ ...options, calls: () => calls }), remote };
  };
  const [caller, stranger] = [waysOf('caller'), waysOf('stranger')];
  peers = {
    local: { caller: caller.local, stranger: stranger.local },
    remote: { caller: caller.remote, stranger: stranger.remote },
  };
});
afterAll(async () => {
  await peers.remote.caller.close();
  await peers.remote.stranger.close();
  await server.close(1000);
});

async function outcome(peer: Peer, { id, body }: Sent) {
  try {
    const request = { params: { id }, body } as Parameters<ReturnType<typeof clientOf>['readThing']>[0];
    return await clientOf(peer).readThing(request, { requestId: 'r-1' });
  } catch (error) {
    const { code, messages, headers } = error as ApiError;
    return { code, messages, headers };
  }
}
const clientOf = (peer: Peer) => peerClient(contract, peer);

const body = { user_id: 1 };
const calls: [string, Sent, 'caller' | 'stranger'][] = [
  ['a plain call', { id: 7, body }, 'caller'],
  ['a path parameter sent as text', { id: '7', body }, 'caller'],
  ['fields that are null or unknown', { id: 7, body: { ...body, colour: null, note: null, nothing: 1 } }, 'caller'],
  ['fields that are undefined', { id: 7, body: { ...body, colour: undefined } }, 'caller'],
  ['a parameter that is not accepted', { id: 'x', body }, 'caller'],
  ['a body that is not accepted', { id: 7, body: { ...body, colour: 'much too long' } }, 'caller'],
  ['a record that does not exist', { id: 404, body }, 'caller'],
  ['an unexpected error', { id: 500, body }, 'caller'],
  ['an answer after the timeout', { id: 1, body }, 'caller'],
  ['an answer that the contract does not allow', { id: 2, body }, 'caller'],
  ['a caller that may not call the service', { id: 7, body }, 'stranger'],
];

describe('an internal call to another service', () => {
  it.each(calls)('has the same outcome within a process as over HTTP: %s', async (_what, sent, issuer) => {
    const local = await outcome(peers.local[issuer], sent);
    expect(local).toEqual(await outcome(peers.remote[issuer], sent));
  });

  describe.each(['local', 'remote'] as const)('through a %s peer, to a route marked as refusingRoute', (way) => {
    const signIn = (name: string, password: string, issuer: 'caller' | 'stranger' = 'caller') =>
      clientOf(peers[way][issuer])
        .signIn({ body: { name, password } })
        .catch(({ code, messages, headers }: ApiError) => ({ code, messages, headers }));

    it('throws the error of the route, with Retry-After and without the values of secrets', async () => {
      const headers = { 'Retry-After': '7' };
      expect(await signIn('busy', 'x')).toEqual({
        code: 'too_many_requests',
        messages: ['too many attempts'],
        headers,
      });
      expect(await signIn('longer', 'secrets')).toEqual({
        code: 'bad_request',
        messages: [
          'name: "longer" is not accepted; expected at most 5 characters',
          'password: the sent value is not accepted; expected at most 5 characters',
        ],
        headers: {},
      });
    });

    it('throws the error unavailable if the route fails unexpectedly or refuses the calling service', async () => {
      const unavailable = expect.objectContaining({ code: 'unavailable' });
      expect(await signIn('x', 'x')).toEqual(unavailable);
      expect(await signIn('wrong', 'x')).toEqual(unavailable);
      expect(await signIn('busy', 'x', 'stranger')).toEqual(unavailable);
    });
  });

  it('waits while too many calls are running, and is not started if it waits too long', async () => {
    const sent = Array.from({ length: 5 * PARALLEL }, () => outcome(peers.local.caller, { id: 3, body }));
    const answers = await Promise.all(sent);
    const refused = answers.filter((answer) => 'code' in answer && answer.code === 'unavailable');
    expect([refused.length > 0, answers.length - refused.length >= PARALLEL]).toEqual([true, true]);
    // Wait long enough that the refused calls would have started, if they could still start after
    // their timeout.
    await new Promise((resolve) => setTimeout(resolve, TIMEOUT_MS));
    expect([atWork.most, atWork.now]).toEqual([PARALLEL, 0]);
    expect(atWork.begun).toBeLessThan(5 * PARALLEL);
    expect(await outcome(peers.local.caller, { id: 7, body })).toHaveProperty('received');
  });

  it('runs the route with the request id of the calling request', async () => {
    progresses.length = 0;
    await outcome(peers.local.caller, { id: 7, body });
    expect(progresses).toEqual(['r-1']);
  });

  it('is logged as one wait of the calling request, without the waits inside the called service', async () => {
    const progress = new RequestProgress(false);
    let waitsFor: string[] = [];
    await progress.run(async () => {
      const answered = outcome(peers.local.caller, { id: 1, body });
      await new Promise((resolve) => setTimeout(resolve, 10));
      ({ waitsFor } = progress);
      await answered;
    });
    expect(waitsFor).toEqual([expect.stringMatching(/^things \/internal\/things\/.* for \d+ ms$/)]);
  });

  it('reports its error if it fails, and is counted by status', async () => {
    failures.length = 0;
    await outcome(peers.local.caller, { id: 500, body });
    expect(failures).toEqual([expect.objectContaining({ message: 'secret detail of the inside' })]);
    const { values } = await metrics.requests.get();
    const counted = values.filter(({ metricName }) => metricName?.endsWith('_count')).map(({ labels }) => labels);
    const route = 'POST /internal/things/:id/read';
    expect(counted).toEqual(
      expect.arrayContaining([
        { route, status: '200' },
        { route, status: '500' },
      ]),
    );
  });

  it('fails with the error unavailable until the called service has started', async () => {
    const early = new LocalPeer({ service: 'things', issuer: 'caller', calls: () => undefined });
    expect(await outcome(early, { id: 7, body })).toMatchObject({ code: 'unavailable' });
  });
});
