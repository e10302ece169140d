import { type Found, IdleTimer } from '@keyhaven/persistence/idle-timer';
import type { Worker } from '@keyhaven/service/worker';
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

/** How often the dispatcher looks for due endpoints while there is work, in milliseconds. */
const SWEEP_EVERY_MS = 500;
/** How many endpoints this process sends to concurrently. The others wait for a slot, here or in another process. */
const MAX_ENDPOINTS = 500;
/** How long an endpoint may keep its slot when its account has other due endpoints, in milliseconds. */
const TURN_MS = 5000;

/** Gives slots to endpoints with due work: leases each and starts a runner for it. */
export class Dispatcher implements Worker {
  private readonly runners = new Map<string, EndpointRunner>();
  private readonly running = new Set<Promise<void>>();
  /**
   * Endpoints that this process is leasing or owns, and those among them that received new work while being released.
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
    // Requests without an answer are aborted, and sent again by the next owner of the endpoint.
    await this.context.agent.destroy();
    await Promise.allSettled([...this.running]);
  }

  /** Makes sure that endpoints with newly stored deliveries are served, also after a crash. */
  async announce(keys: readonly EndpointKey[]): Promise<void> {
    const others = keys.filter(({ _id }) => !this.runners.get(_id)?.takeNews());
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
   * When an account uses its share of slots, its endpoints that have had a slot the longest release it; their remaining
   * work is due immediately.
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
    const work = this.take(id, slot)
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
