import { type Found, IdleTimer } from '@keyhaven/persistence/idle-timer';
import { outsideRepeatable } from '@keyhaven/persistence/repeatable-work';
import type { Worker } from '@keyhaven/service/worker';
import { tracing } from '@keyhaven/tracing/tracing';
import {
  announceWork,
  claimEndpoint,
  type EndpointKey,
  type EndpointOwner,
  findDueEndpoints,
  readNextDueEndpoint,
} from '../queue/endpoint-leases';
import { EndpointRunner } from './endpoint-runner';
import { type Slot, Slots } from './slots';
import type { SendingContext } from './sending-context';

/** The pause between two searches for due endpoints while there is work, in milliseconds. */
const SWEEP_EVERY_MS = 500;
/**
 * The maximum number of endpoints to which this process sends concurrently. Other endpoints wait for a slot in this
 * process or in another process.
 */
const MAX_ENDPOINTS = 500;
/** How long an endpoint may use a slot while other endpoints of the same account are due, in milliseconds. */
const TURN_MS = 5000;

/** Assigns slots to endpoints with due work. Leases each of these endpoints, and starts a runner for it. */
export class Dispatcher implements Worker {
  private readonly runners = new Map<string, EndpointRunner>();
  private readonly running = new Set<Promise<void>>();
  /**
   * `slots` contains the endpoints that this process is leasing or has leased. `wanted` contains the endpoints that got
   * new work while they were being released.
   */
  private readonly slots: Slots;
  private readonly wanted = new Set<string>();
  private isStopped = true;
  private readonly timer: IdleTimer;

  constructor(private readonly context: SendingContext) {
    this.slots = new Slots(context.maxEndpoints ?? MAX_ENDPOINTS);
    const run = () => this.sweep();
    this.timer = new IdleTimer({ run, pauseMs: SWEEP_EVERY_MS, firstAfterMs: 0, now: context.now });
  }

  start(): void {
    this.isStopped = false;
    this.timer.start();
  }

  wake(): void {
    this.timer.wake();
  }

  async stop(withinMs: number): Promise<void> {
    this.isStopped = true;
    const swept = this.timer.stop();
    for (const runner of this.runners.values()) runner.stop();
    const finished = Promise.allSettled([swept, ...this.running]);
    const timeUp = new Promise((resolve) => setTimeout(resolve, withinMs).unref());
    await Promise.race([finished, timeUp]);
    // Abort requests that have not received a response yet. The next process with the lease will send these deliveries
    // again.
    await this.context.agent.destroy();
    await Promise.allSettled([...this.running]);
  }

  /** Makes sure that endpoints with new deliveries are served, even if this process dies. */
  async announce(keys: readonly EndpointKey[]): Promise<void> {
    const others = keys.filter(({ _id }) => !this.runners.get(_id)?.acceptWork());
    await announceWork(this.context.models, others, this.context.now());
    for (const key of others) this.claim(key);
  }

  private async sweep(): Promise<Found> {
    const { models, now, logger } = this.context;
    const full = this.slots.full();
    this.endTurns(full);
    if (this.slots.free <= 0) return { isBusy: true };
    const passedOver = { accounts: full, whereFailing: this.slots.fullOfFailing() };
    try {
      const found = await findDueEndpoints(models, now(), this.slots.free, passedOver);
      for (const key of found) this.claim(key);
      if (this.running.size > 0) return { isBusy: true };
      const nextUtc = await readNextDueEndpoint(models, now());
      return { isBusy: false, nextUtc };
    } catch (error) {
      logger.error({ err: error }, 'due endpoints could not be read');
      return { isBusy: true };
    }
  }

  /**
   * Stops the runners of endpoints that have used a slot for too long, if their account has used
   * its share of slots. The remaining work of these endpoints is due immediately.
   */
  private endTurns(accounts: readonly number[]): void {
    for (const runner of this.runners.values()) {
      if (accounts.includes(runner.userId) && runner.ageMs() > TURN_MS) runner.stop();
    }
  }

  private claim(key: EndpointOwner): void {
    const { _id: id, user_id } = key;
    if (this.isStopped) return;
    if (this.slots.has(id)) return void this.wanted.add(id);
    const slot = this.slots.take(id, user_id);
    if (!slot) return;
    // A runner sends the deliveries of many changes, so its work must not belong to the trace of the change that starts
    // it, nor to the consumer of that change.
    const take = () => outsideRepeatable(() => this.take(id, slot));
    const work = (tracing ? tracing.outside(take) : take())
      .catch((error: unknown) => this.context.logger.error({ err: error, endpoint_id: id }, 'an endpoint was left'))
      .finally(() => {
        this.runners.delete(id);
        this.slots.leave(id);
        this.running.delete(work);
        this.context.metrics.heldEndpoints.set(this.runners.size);
        if (this.wanted.delete(id)) this.claim(key);
      });
    this.running.add(work);
  }

  private async take(id: string, slot: Slot): Promise<void> {
    const { models, owner, now, metrics } = this.context;
    const asked = performance.now();
    const endpoint = await claimEndpoint(models, id, owner, now(), slot.mayFail);
    if (!endpoint) return;
    const runner = new EndpointRunner(endpoint, asked, this.context);
    slot.isFailing = () => runner.isFailing();
    this.runners.set(id, runner);
    metrics.heldEndpoints.set(this.runners.size);
    if (this.isStopped) runner.stop();
    await runner.run();
  }
}
