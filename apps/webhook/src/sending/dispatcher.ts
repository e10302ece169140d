import type { Worker } from '@keyhaven/service/worker';
import {
  announceWork,
  claimEndpoint,
  type EndpointKey,
  type EndpointOwner,
  findDueEndpoints,
} from '../queue/endpoint-leases';
import { EndpointRunner } from './endpoint-runner';
import { type Slot, Slots } from './slots';
import type { SendingContext } from './sending-context';

/** How often endpoints are looked for that are due, in milliseconds. */
const SWEEP_EVERY_MS = 500;
/** How many endpoints this process sends to at once; the others wait their turn, or for another process. */
const MAX_ENDPOINTS = 500;
/** How long an endpoint may keep its place when its account has no other, in milliseconds. */
const TURN_MS = 5000;

/** Gives endpoints with due work their turn: takes the lease of each, and lets a runner send to it. */
export class Dispatcher implements Worker {
  private readonly runners = new Map<string, EndpointRunner>();
  private readonly running = new Set<Promise<void>>();
  /** Endpoints that this process is claiming or has, and those among them that got news while being let go. */
  private readonly slots: Slots;
  private readonly wanted = new Set<string>();
  private isStopped = true;
  private timer: NodeJS.Timeout | undefined;
  private sweeping: Promise<void> = Promise.resolve();

  constructor(private readonly context: SendingContext) {
    this.slots = new Slots(context.maxEndpoints ?? MAX_ENDPOINTS);
  }

  start(): void {
    this.isStopped = false;
    this.timer = setInterval(() => this.sweep(), SWEEP_EVERY_MS).unref();
    this.sweep();
  }

  async stop(withinMs: number): Promise<void> {
    this.isStopped = true;
    clearInterval(this.timer);
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
    for (const key of others) this.claim(key);
  }

  private sweep(): void {
    if (this.isStopped) return;
    const full = this.slots.full();
    this.endTurns(full);
    if (this.slots.free <= 0) return;
    const passedOver = { accounts: full, whereFailing: this.slots.fullOfFailing() };
    this.sweeping = findDueEndpoints(this.context.models, this.context.now(), this.slots.free, passedOver).then(
      (found) => found.forEach((key) => this.claim(key)),
      (error: unknown) => this.context.logger.error({ err: error }, 'due endpoints could not be read'),
    );
  }

  /** Where an account has its share, those who had their place for longest make room; what they have left is due at once. */
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
