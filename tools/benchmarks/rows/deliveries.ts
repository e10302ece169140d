import { setTimeout as sleep } from 'node:timers/promises';
import { Agent } from 'undici';
import type { Bench } from '../harness/bench';
import { inParallel } from '../harness/in-parallel';
import { cpuMsOf } from '../harness/process-usage';
import type { Measurement, Row } from '../harness/row';
import { median } from '../harness/rounds';
import { change, startReceiver, startWebhookService, type WebhookService } from '../servers/webhook-service';
import { demo } from '../servers/standalone';

/** The number of deliveries in each round. */
const CHANGES = 4000;
/** The maximum number of concurrent requests to one endpoint. */
const AT_ONCE = 8;
/** The number of changes in each batch that a caller passes to the service. */
const FEED_SIZE = 50;
/**
 * The number of callers that pass batches to the service concurrently, as the consumers of several
 * partitions do.
 */
const FEEDERS = 4;
/** The number of changes per second while the lag is measured. */
const RATE = 200;
/** The duration of each round in which the lag is measured, in seconds. */
const RATE_SECONDS = 5;
const LAG_ROUNDS = 3;
/** How long to wait for the deliveries, in milliseconds. */
const TIMEOUT_MS = 60_000;

/** Polls the receiver until its response satisfies the condition. @throws Error after TIMEOUT_MS. */
async function received<Body>(url: string, isComplete: (body: Body) => boolean): Promise<Body> {
  const until = performance.now() + TIMEOUT_MS;
  for (;;) {
    const body = (await (await fetch(url)).json()) as Body;
    if (isComplete(body)) return body;
    if (performance.now() > until) throw new Error(`not all deliveries arrived within ${TIMEOUT_MS / 1000} s`);
    await sleep(10);
  }
}

/**
 * Measures the baseline: posts CHANGES bodies to the receiver without the webhook service. @returns
 * posts per second.
 */
async function bareLoop(receiver: string): Promise<number> {
  const agent = new Agent({ connections: AT_ONCE, pipelining: 1 });
  const body = JSON.stringify(change(1));
  const headers = { 'content-type': 'application/json' };
  const began = performance.now();
  await inParallel(Array.from({ length: CHANGES }), AT_ONCE, async () => {
    const answer = await agent.request({ origin: receiver, path: '/', method: 'POST', headers, body });
    await answer.body.dump();
  });
  const perSecond = (CHANGES * 1000) / (performance.now() - began);
  await agent.close();
  return perSecond;
}

/** Delivers CHANGES changes through the service. @returns deliveries per second, and processor time per delivery. */
async function throughService({ receiver, pid, handOver }: WebhookService) {
  const before = await received<number>(receiver, () => true);
  const batches = Array.from({ length: CHANGES / FEED_SIZE }, (_, batch) =>
    Array.from({ length: FEED_SIZE }, (_change, index) => change(batch * FEED_SIZE + index + 1)),
  );
  const [cpuMs, began] = [cpuMsOf(pid), performance.now()];
  await inParallel(batches, FEEDERS, handOver);
  await received<number>(receiver, (count) => count - before >= CHANGES);
  const perSecond = (CHANGES * 1000) / (performance.now() - began);
  return { perSecond, cpuMs: (cpuMsOf(pid) - cpuMs) / CHANGES };
}

const oneSubscription = (bench: Bench) => startWebhookService(bench);

/** Compares the delivery rate of the service with the rate of a loop that posts the same bytes. */
async function deliveriesToLoop(bench: Bench): Promise<Measurement> {
  const service = await bench.share(oneSubscription);
  const rounds: { delivered: number; bare: number; cpuMs: number }[] = [];
  for (let round = 0; round <= bench.rounds; round++) {
    const bare = await bareLoop(service.receiver);
    const { perSecond: delivered, cpuMs } = await throughService(service);
    // The first round is a warm-up.
    if (round > 0) rounds.push({ bare, delivered, cpuMs });
  }
  const of = (what: keyof (typeof rounds)[number]) => median(rounds.map((round) => round[what]));
  const rates = `${of('delivered').toFixed(0)}/s ÷ ${of('bare').toFixed(0)}/s`;
  return {
    values: rounds.map((round) => round.delivered / round.bare),
    details: `${rates}, ${AT_ONCE} at the same time, ${of('cpuMs').toFixed(2)} ms of the service's processor time each`,
  };
}

const FEW = 20;
const MANY = 100 * FEW;
const fewSubscriptions = (bench: Bench) => startWebhookService(bench, 'webhook-with-few', FEW - 1);
const manySubscriptions = (bench: Bench) => startWebhookService(bench, 'webhook-with-many', MANY - 1);

/**
 * Compares the delivery rate of a service with many subscriptions with that of a service with few.
 * Every subscription is of a different account, and only one account gets deliveries.
 */
async function deliveriesAtScale(bench: Bench): Promise<Measurement> {
  const [few, many] = [await bench.share(fewSubscriptions), await bench.share(manySubscriptions)];
  const rounds: { few: number; many: number }[] = [];
  for (let round = 0; round <= bench.rounds; round++) {
    // The order alternates, so that no side always runs after the other.
    const first = round % 2 === 0 ? few : many;
    const rate = await throughService(first);
    const other = await throughService(first === few ? many : few);
    const [ofFew, ofMany] = first === few ? [rate, other] : [other, rate];
    if (round > 0) rounds.push({ few: ofFew.perSecond, many: ofMany.perSecond });
  }
  const of = (side: 'few' | 'many') => median(rounds.map((round) => round[side])).toFixed(0);
  return {
    values: rounds.map((round) => round.many / round.few),
    details: `${of('many')}/s ÷ ${of('few')}/s; ${MANY} subscriptions ÷ ${FEW}, each of another account`,
  };
}

/**
 * Measures the time from the change of a booking to the first attempt to deliver the change, in
 * milliseconds. The value of a round is the 95th percentile of the times that were measured in the
 * round.
 */
async function lagAtRate(bench: Bench): Promise<Measurement> {
  const { standalone } = await bench.share(demo);
  const { api } = standalone;
  const receiver = `${await bench.share(sharedReceiver).then(({ url }) => url)}/lags`;
  const { id } = await api.json<{ id: number }>('POST', '/v2/webhooksubscriptions', {
    type: 'booking',
    webhook_url: receiver,
  });
  const { items } = await api.json<{ items: { id: number; type: string }[] }>('GET', '/v2/bookings?limit=1000');
  const bookings = items.filter(({ type }) => type === 'booking');
  const values: number[] = [];
  let arrived = 0;
  for (let round = 0; round < LAG_ROUNDS; round++) {
    const total = RATE * RATE_SECONDS;
    const sent: Promise<void>[] = [];
    const began = performance.now();
    while (sent.length < total) {
      const due = Math.min(total, ((performance.now() - began) * RATE) / 1000);
      while (sent.length < due) {
        const booking = bookings[sent.length % bookings.length]!;
        const body = JSON.stringify({ notes: `${round}/${sent.length}` });
        sent.push(api.run('PATCH', `/v2/bookings/${booking.id}`, body));
      }
      await sleep(1000 / RATE);
    }
    await Promise.all(sent);
    const lags = await received<number[]>(receiver, (all) => all.length >= arrived + total);
    const own = lags.slice(arrived).sort((a, b) => a - b);
    arrived = lags.length;
    values.push(own[Math.ceil(0.95 * own.length) - 1]!);
  }
  await api.run('DELETE', `/v2/webhooksubscriptions/${id}`);
  return { values, details: `95th percentile, ${RATE} changes a second` };
}

async function sharedReceiver(bench: Bench) {
  return { url: await startReceiver(bench), stop: () => Promise.resolve() };
}

export const deliveryRows: Row[] = [
  {
    name: 'deliveries',
    title: 'deliveries of webhooks ÷ a bare loop of the same HTTP client',
    unit: 'ratio',
    goal: { atLeast: 0.6 },
    run: deliveriesToLoop,
  },
  {
    name: 'delivery-lag',
    title: 'from the change of a booking to the first attempt of its delivery',
    unit: 'ms',
    goal: { atMost: 1000 },
    run: lagAtRate,
  },
  {
    name: 'scale-deliveries',
    title: 'deliveries to an account: a service with 100 times the subscriptions ÷ one with few',
    unit: 'ratio',
    goal: { atLeast: 0.8 },
    run: deliveriesAtScale,
  },
];
