import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { until } from '@keyhaven/testing/until';
import { type Balancer, balance } from './balance';

/**
 * A replica. Its first server responds with the name of the replica, and its second server handles
 * readiness checks.
 */
interface Replica {
  url: string;
  readyUrl: string;
  /** `stuck` never answers readiness checks. `frozen` answers no requests at all, like a paused process (SIGSTOP). */
  state: 'ready' | 'unready' | 'stuck' | 'frozen';
  /** The time that the replica takes to answer a request, in milliseconds. */
  answersAfter: number;
  servers: http.Server[];
}

async function listen(listener: http.RequestListener): Promise<{ url: string; server: http.Server }> {
  const server = http.createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, server };
}

async function startReplica(name: string): Promise<Replica> {
  const answers = await listen((_request, response) => {
    if (replica.state !== 'frozen') setTimeout(() => response.end(name), replica.answersAfter);
  });
  const ready = await listen((request, response) => {
    if (replica.state === 'frozen') return;
    if (request.url === '/livez') return void response.end();
    if (replica.state === 'stuck') return;
    response.statusCode = replica.state === 'ready' ? 200 : 503;
    response.end();
  });
  const replica: Replica = {
    url: answers.url,
    readyUrl: `${ready.url}/readyz`,
    state: 'ready',
    answersAfter: 0,
    servers: [answers.server, ready.server],
  };
  return replica;
}

/** Sends a request over a new connection. */
const ask = (balancer: Balancer) =>
  new Promise<string>((resolve) => {
    http
      .get(balancer.url, { agent: false }, (response) => {
        let text = '';
        response.on('data', (chunk: Buffer) => (text += chunk.toString()));
        response.once('end', () => resolve(text));
      })
      .once('error', () => resolve('cut'));
  });

describe('balance()', () => {
  let balancer: Balancer;
  let one: Replica;
  let two: Replica;
  beforeEach(async () => {
    [balancer, one, two] = [await balance(), await startReplica('one'), await startReplica('two')];
    for (const { url, readyUrl } of [one, two]) balancer.add(url, readyUrl);
  });
  afterEach(() => {
    balancer.close();
    for (const server of [...one.servers, ...two.servers]) {
      server.close();
      server.closeAllConnections();
    }
  });

  const answerOfSix = async () => (await Promise.all(Array.from({ length: 6 }, () => ask(balancer)))).sort().join(' ');
  const BOTH = 'one one one two two two';
  const ONLY_ONE = 'one one one one one one';

  it('distributes connections round-robin', async () => {
    expect(await answerOfSix()).toBe(BOTH);
  });

  it.each(['unready', 'frozen'] as const)(
    'sends no connections to a replica that is %s until it is ready again',
    async (state) => {
      two.state = state;
      await until(async () => (await answerOfSix()) === ONLY_ONE, 20_000);
      two.state = 'ready';
      await until(async () => (await answerOfSix()) === BOTH, 20_000);
    },
    60_000,
  );

  it('closes the connections of a replica that does not respond, so that no client waits forever', async () => {
    two.state = 'frozen';
    const answers = await Promise.all([ask(balancer), ask(balancer)]);
    expect(answers.sort()).toEqual(['cut', 'one']);
  }, 30_000);

  it('tries the next replica if a replica refuses a connection', async () => {
    two.servers[0]!.close();
    expect(await answerOfSix()).toBe(ONLY_ONE);
  });

  it('distributes connections to all replicas if no replica is ready, so that clients get error responses', async () => {
    one.state = two.state = 'unready';
    await new Promise((resolve) => setTimeout(resolve, 1500));
    expect(await answerOfSix()).toBe(BOTH);
  });

  it.each(['unready', 'stuck'] as const)(
    'waits for slow responses if all replicas have been %s for a long time',
    async (state) => {
      one.state = two.state = state;
      // Wait longer than the time after which the balancer closes the connections of a silent
      // replica.
      await new Promise((resolve) => setTimeout(resolve, 5000));
      one.answersAfter = two.answersAfter = 1000;
      expect(await answerOfSix()).toBe(BOTH);
    },
    30_000,
  );
});
