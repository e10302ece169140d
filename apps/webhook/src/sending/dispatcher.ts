import type { Worker } from '@keyhaven/service/database-service';
import { readOldestDue } from '../queue/due-deliveries';
import { announceWork, claimEndpoint, type EndpointKey, findDueEndpoints } from '../queue/endpoint-leases';
import { EndpointRunner } from './endpoint-runner';
import type { SendingContext } from './sending-context';

/** How often endpoints are looked for that are due, in milliseconds. */
const SWEEP_EVERY_MS = 500;
/** How many endpoints this process sends to at once; the others wait their turn, or for another process. */
const MAX_ENDPOINTS = 500;
/** How long an endpoint may keep its place while others wait, in milliseconds. */
const TURN_MS = 5000;
/** How often the age of the oldest due delivery is measured, in milliseconds. */
const MEASURE_EVERY_MS = 5000;

/** Gives endpoints with due work their turn: takes the lease of each, and lets a runner send to it. */
export class Dispatcher implements Worker {
  private readonly runners = new Map<string, EndpointRunner>();
  private readonly running = new Set<Promise<void>>();
  /** Endpoints that this process is claiming or has, and those among them that got news while being let go. */
  private readonly taken = new Set<string>();
  private readonly wanted = new Set<string>();
  private isStopped = true;
  private timers: NodeJS.Timeout[] = [];
  private sweeping: Promise<void> = Promise.resolve();

  constructor(private readonly context: SendingContext) {}

  start(): void {
    this.isStopped = false;
    this.timers = [
      setInterval(() => this.sweep(), SWEEP_EVERY_MS).unref(),
      setInterval(() => this.measure(), MEASURE_EVERY_MS).unref(),
    ];
    this.sweep();
  }

  async stop(withinMs: number): Promise<void> {
    this.isStopped = true;
    for (const timer of this.timers) clearInterval(timer);
    for (const runner of this.runners.values()) runner.stop();
    const finished = Promise.allSettled([this.sweeping, ...this.running]);
    const timeUp = new Promise((resolve) => setTimeout(resolve, withinMs).unref());
    await Promise.race([finished, timeUp]);
    // What has no answer by now is broken off, and sent again by whoever comes next.
    await this.context.agent.destroy();
    await Promise.allSettled([...this.running]);
  }

  /** Makes sure that endpoints whose deliveries were just stored are seen to, now and whatever happens. */
  async announce(keys: readonly EndpointKey[]): Promise<void> {
    const others = keys.filter(({ _id }) => !this.runners.get(_id)?.takeNews());
    await announceWork(this.context.models, others, this.context.now());
    for (const { _id } of others) this.claim(_id);
  }

  private sweep(): void {
    if (this.isStopped) return;
    const room = MAX_ENDPOINTS - this.taken.size;
    if (room <= 0) return this.endTurns();
    this.sweeping = findDueEndpoints(this.context.models, this.context.now(), room).then(
      (ids) => ids.forEach((id) => this.claim(id)),
      (error: unknown) => this.context.logger.error({ err: error }, 'due endpoints could not be read'),
    );
  }

  /** When all places are taken, those who had theirs for longest make room; what they have left is due at once. */
  private endTurns(): void {
    for (const runner of this.runners.values()) if (runner.ageMs() > TURN_MS) runner.stop();
  }

  private claim(id: string): void {
    if (this.isStopped) return;
    if (this.taken.has(id)) return void this.wanted.add(id);
    if (this.taken.size >= MAX_ENDPOINTS) return;
    this.taken.add(id);
    const work = this.take(id)
      .catch((error: unknown) => this.context.logger.error({ err: error, endpoint_id: id }, 'an endpoint was left'))
      .finally(() => {
        this.runners.delete(id);
        this.taken.delete(id);
        this.running.delete(work);
        this.context.metrics.heldEndpoints.set(this.runners.size);
        if (this.wanted.delete(id)) this.claim(id);
      });
    this.running.add(work);
  }

  private async take(id: string): Promise<void> {
    const { models, owner, now, metrics } = this.context;
    const asked = performance.now();
    const endpoint = await claimEndpoint(models, id, owner, now());
    if (!endpoint) return;
    const runner = new EndpointRunner(endpoint, asked, this.context);
    this.runners.set(id, runner);
    metrics.heldEndpoints.set(this.runners.size);
    if (this.isStopped) runner.stop();
    await runner.run();
  }

  private measure(): void {
    const { models, now, metrics, logger } = this.context;
    readOldestDue(models, now()).then(
      (oldest) => metrics.oldestDueAge.set(oldest ? Math.max(0, now().getTime() - oldest.getTime()) / 1000 : 0),
      (error: unknown) => logger.warn({ err: error }, 'the oldest due delivery could not be read'),
    );
  }
}
