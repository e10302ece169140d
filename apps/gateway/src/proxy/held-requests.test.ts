import http, { type ServerResponse } from 'node:http';
import { until } from '@keyhaven/testing/until';
import { type GatewayUnderTest, startGatewayUnderTest } from '../testing/gateway-under-test';
import { MAX_HELD_PER_ACCOUNT } from '../limits/limit-held';
import { MAX_CONCURRENT } from './upstream';
import { bearer } from '../testing/send';

describe.each([
  ['behind a proxy', false],
  ['in the gateway’s own process', true],
])('long polls and streams of the event log, with the service %s', (_place, isLocal) => {
  /** The number of waiting long polls. It is above the limit for ordinary concurrent requests to a service. */
  const HELD = 320;
  const held: ServerResponse[] = [];
  let left = 0;
  let gateway: GatewayUnderTest;
  beforeAll(async () => {
    gateway = await startGatewayUnderTest({
      booking: (request, response) => {
        if (!request.url!.startsWith('/v2/events')) return void response.end('done');
        held.push(response);
        response.once('close', () => left++);
      },
      isLocal,
    });
  });
  beforeEach(() => {
    held.length = left = 0;
  });
  afterAll(() => gateway.stop());

  it('do not block other requests while they wait', async () => {
    const sent = Array.from({ length: HELD / MAX_HELD_PER_ACCOUNT }, () => gateway.aToken()).flatMap(({ token }) =>
      Array.from({ length: MAX_HELD_PER_ACCOUNT }, () =>
        gateway.send('/v2/events?wait=30', { headers: bearer(token) }),
      ),
    );
    await until(() => held.length === HELD);
    expect(await gateway.send('/v2/webhooksubscriptions')).toMatchObject({ status: 200, text: 'done' });
    for (const response of held) response.end('later');
    for (const answer of await Promise.all(sent)) expect(answer.text).toBe('later');
  });

  it('have a limit for each account, and get a 429 above this limit', async () => {
    const headers = bearer(gateway.aToken().token);
    const waiting = Array.from({ length: MAX_HELD_PER_ACCOUNT }, () => gateway.send('/v2/events?wait=30', { headers }));
    await until(() => held.length === MAX_HELD_PER_ACCOUNT);
    for (const accept of ['text/event-stream', 'application/json']) {
      const refused = await gateway.send('/v2/events?wait=1', { headers: { ...headers, accept } });
      expect(refused).toMatchObject({ status: 429, headers: { 'retry-after': '5' } });
      expect(refused.text).toContain(`the account has ${MAX_HELD_PER_ACCOUNT} streams and waiting requests open`);
    }
    const others = [
      gateway.send('/v2/events?wait=0', { headers }),
      gateway.send('/v2/events', { headers }),
      gateway.send('/v2/events?wait=30', { headers: bearer(gateway.aToken().token) }),
    ];
    await until(() => held.length === MAX_HELD_PER_ACCOUNT + others.length);
    for (const response of held) response.end('later');
    await Promise.all([...waiting, ...others]);
    held.length = 0;
    const next = gateway.send('/v2/events?wait=30', { headers });
    await until(() => held.length === 1);
    held[0]!.end('later');
    expect(await next).toMatchObject({ status: 200, text: 'later' });
  });

  it('count as ordinary requests when they do not wait', async () => {
    const { token } = gateway.aToken();
    const sent = Array.from({ length: MAX_CONCURRENT + 1 }, () =>
      gateway.send('/v2/events', { headers: bearer(token) }),
    );
    await until(() => held.length === MAX_CONCURRENT);
    const waiting = gateway.send('/v2/events?w%61it=30', { headers: bearer(token) });
    await until(() => held.length === MAX_CONCURRENT + 1);
    for (const response of [...held]) response.end('done');
    await until(() => held.length === MAX_CONCURRENT + 2);
    held.at(-1)!.end('done');
    for (const answer of await Promise.all([...sent, waiting])) expect(answer).toMatchObject({ status: 200 });
  });

  it('deliver each part of a stream immediately, and are aborted when the client disconnects', async () => {
    const { token } = gateway.aToken();
    const { hostname, port } = new URL(gateway.url);
    const received: string[] = [];
    const request = http.get(
      { hostname, port, path: '/v2/events', headers: { ...bearer(token), accept: 'text/event-stream' }, agent: false },
      (answer) => {
        answer.on('error', () => {});
        answer.on('data', (chunk: Buffer) => received.push(chunk.toString()));
      },
    );
    request.on('error', () => {});
    const [response] = await until(() => (held.length === 1 ? held : undefined));
    response!.writeHead(200, { 'content-type': 'text/event-stream' });
    for (const part of [': one\n\n', ': two\n\n']) {
      response!.write(part);
      await until(() => received.join('').endsWith(part));
    }
    request.destroy();
    await until(() => left === 1);
  });
});
