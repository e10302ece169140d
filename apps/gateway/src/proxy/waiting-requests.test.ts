import type { ServerResponse } from 'node:http';
import { until } from '@keyhaven/testing/until';
import { type GatewayUnderTest, startGatewayUnderTest } from '../testing/gateway-under-test';
import { bearer } from '../testing/send';
import { MAX_CONCURRENT } from './upstream';

/**
 * HELD: the path of requests that the service holds open. WAITING: the path of a request that must
 * wait until a request to HELD ends.
 */
const HELD = '/v2/bookings?held';
const WAITING = '/v2/bookings?waits';

/** The time limit of the tests, in milliseconds: hundreds of requests take long on a busy machine. */
jest.setTimeout(120_000);

describe.each([
  ['that runs in another process', false],
  ['that runs in the gateway’s own process', true],
])('a request over the limit of concurrent requests to a service %s', (_where, isLocal) => {
  const held: ServerResponse[] = [];
  const reached: (string | undefined)[] = [];
  let sent: Promise<unknown>[] = [];
  let gateway: GatewayUnderTest;
  beforeEach(() => {
    reached.length = held.length = 0;
  });
  afterEach(async () => {
    release();
    await Promise.all(sent);
    await gateway.stop();
  });

  /**
   * Starts a gateway, and sends as many requests as may run concurrently. The service begins the response to each
   * request, and ends the response when `release` is called.
   */
  const fillService = async (limits: Record<string, string> = {}) => {
    gateway = await startGatewayUnderTest({ booking: answer, isLocal, limits });
    sent = Array.from({ length: MAX_CONCURRENT }, () => gateway.send(HELD).catch(() => {}));
    await until(() => held.length === MAX_CONCURRENT, 60_000);
  };
  const answer = (request: { url?: string }, response: ServerResponse) => {
    reached.push(request.url);
    if (request.url !== HELD) return void response.end('done');
    held.push(response);
    response.write('x');
    const timer = setInterval(() => response.write('x'), 100);
    response.once('close', () => clearInterval(timer));
  };
  const release = () => held.forEach((response) => response.end());
  const sendWaiting = async () => {
    const { token } = gateway.aToken();
    const answered = gateway.send(WAITING, { headers: bearer(token) });
    await until(() => gateway.identity.asked.some((asked) => asked.token === token));
    return { answered };
  };

  it('reaches the service when another request has ended', async () => {
    await fillService();
    const { answered } = await sendWaiting();
    expect(reached).not.toContain(WAITING);
    held[0]!.end();
    expect((await answered).text).toBe('done');
  });

  it('gets a 503 and does not reach the service if the token of the request expires during the wait', async () => {
    await fillService();
    const { answered } = await sendWaiting();
    const clock = jest.spyOn(Date, 'now').mockReturnValue(Date.now() + 130_000);
    release();
    const { status, headers, body } = await answered.finally(() => clock.mockRestore());
    expect([status, headers['retry-after'], body.status]).toEqual([503, '2', 'unavailable']);
    expect(reached).not.toContain(WAITING);
  });

  it('gets a 503 and does not reach the service if it waits longer than the time limit', async () => {
    await fillService({ UPSTREAM_TIMEOUT_MS: '3000' });
    const { status, headers, body } = await gateway.send(WAITING);
    expect([status, headers['retry-after'], body.status]).toEqual([503, '2', 'unavailable']);
    release();
    await Promise.all(sent);
    expect(reached).not.toContain(WAITING);
  });
});
