import { type DueDelivery, readDue, readNextDue } from '../queue/due-deliveries';
import type { EndpointDocument } from '../store/endpoint.model';
import { LEASE_MS, releaseEndpoint, renewLease } from '../queue/endpoint-leases';
import { EndpointState } from './endpoint-state';
import { pickStartable, recordKey } from './pick-startable';
import { DeliverySender, type Ready } from './send-delivery';
import type { SendingContext } from './sending-context';
import { Signal } from './signal';

/** How many requests an endpoint gets at once. */
const CONCURRENCY = 8;
/** How many due deliveries are read at a time. */
const READ_AHEAD = 50;
/** How many results may wait to be stored: what a crash makes sent again. */
const MAX_UNSETTLED = 100;
/** How long an endpoint is kept when nothing is due any more, in milliseconds: the next change finds it ready. */
const LINGER_MS = 300;
/** A lease is renewed when less than this is left of it, and not relied upon when less than the margin is. */
const RENEW_BEFORE_MS = 6_000;
const LEASE_MARGIN_MS = 2_000;
/** How often the lease is looked at while requests are under way, in milliseconds. */
const LEASE_CHECK_MS = 1_000;

/**
 * Sends what is due at one endpoint, for as long as this process has its lease. Nobody else sends to it meanwhile, so
 * that the order of changes and the number of requests at once are decided here, in memory.
 */
export class EndpointRunner {
  private queue: DueDelivery[] = [];
  /** Deliveries whose result is not stored yet, and records whose change is being told for the first time. */
  private readonly unsettled = new Set<number>();
  private readonly firstAttempts = new Set<string>();
  private readonly state: EndpointState;
  private readonly sender: DeliverySender;
  private readonly since = performance.now();
  private hasNews = true;
  private isHeld = true;
  private isStopping = false;
  private readonly changed = new Signal();

  /** @param leaseTaken when the lease was asked for, by performance.now(): before the database's clock began to count. */
  constructor(
    private endpoint: EndpointDocument,
    private leaseTaken: number,
    private readonly context: SendingContext,
  ) {
    this.state = new EndpointState(endpoint, context);
    this.sender = new DeliverySender(endpoint, context);
  }

  /**
   * Whether this process will see to a delivery that was just stored for the endpoint. Where it answers false the
   * endpoint has to be announced.
   */
  takeNews(): boolean {
    if (!this.isHeld || this.isStopping || performance.now() > this.leaseTaken + LEASE_MS - LEASE_MARGIN_MS)
      return false;
    this.hasNews = true;
    this.changed.set();
    return true;
  }

  get userId(): number {
    return this.endpoint.user_id;
  }

  isFailing(): boolean {
    return this.state.isFailing();
  }

  ageMs(): number {
    return performance.now() - this.since;
  }

  /** Begins nothing more; run() ends when what is under way is finished. */
  stop(): void {
    this.isStopping = true;
    this.changed.set();
  }

  /** Works until nothing is due, the endpoint has to be left alone, or the lease is lost. */
  async run(): Promise<void> {
    do {
      while (!this.isStopping && !this.state.isPaused() && (await this.keepLease())) {
        const started = await this.startDue();
        if (started > 0) continue;
        if (this.unsettled.size > 0) await this.changed.wait(LEASE_CHECK_MS);
        else if (!this.hasNews) {
          await this.changed.wait(LINGER_MS);
          if (!this.hasNews) break;
        }
      }
      while (this.unsettled.size > 0) {
        await this.changed.wait(LEASE_CHECK_MS);
        if (this.isHeld) await this.keepLease();
      }
    } while (this.isHeld && !(await this.letGo()));
  }

  /** Starts what may be sent now, and answers how many that are. */
  private async startDue(): Promise<number> {
    const room = (this.state.isFailing() ? 1 : CONCURRENCY) - this.sender.underWay;
    if (room <= 0 || this.unsettled.size >= MAX_UNSETTLED) return 0;
    if (this.queue.length === 0 && this.hasNews) await this.readAhead();
    const picked = pickStartable(this.queue, this.firstAttempts, room);
    if (picked.length === 0) return 0;
    const ready = await this.sender.prepare(picked, this.queue);
    // A process that stood still since it read the state may not rely on it, and reads it again.
    if (!this.sender.mayRelyOn(ready)) return picked.length;
    this.queue = this.queue.filter((delivery) => !picked.includes(delivery));
    for (const delivery of picked) this.start(delivery, ready);
    return picked.length;
  }

  private start(delivery: DueDelivery, ready: Ready): void {
    const key = delivery.attempt_count === 0 ? recordKey(delivery) : undefined;
    this.unsettled.add(delivery._id);
    if (key !== undefined) this.firstAttempts.add(key);
    let isAttempted = false;
    const attempted = () => {
      // Once only: by the second time it may be the next change of the record that is under way.
      if (key !== undefined && !isAttempted) this.firstAttempts.delete(key);
      isAttempted = true;
      this.changed.set();
    };
    this.sender
      .send(delivery, ready, this.state, attempted)
      .catch((error: unknown) => {
        // The result is not stored: the delivery is still due, and whoever has the endpoint next sends it again.
        this.context.logger.error({ err: error, delivery_id: delivery._id }, 'the result of a delivery was not stored');
        this.stop();
      })
      .finally(() => {
        this.unsettled.delete(delivery._id);
        attempted();
      });
  }

  private async readAhead(): Promise<void> {
    // What is stored from here on is news again.
    this.hasNews = false;
    // Those whose result is stored while this is read may be found as they were before.
    const unsettled = new Set(this.unsettled);
    const limit = READ_AHEAD + unsettled.size;
    const found = await readDue(this.context.models, this.endpoint._id, this.context.now(), limit);
    this.queue = found.filter(({ _id }) => !unsettled.has(_id));
    if (found.length === limit) this.hasNews = true;
  }

  private async keepLease(): Promise<boolean> {
    if (performance.now() < this.leaseTaken + LEASE_MS - RENEW_BEFORE_MS) return true;
    const asked = performance.now();
    const renewed = await renewLease(this.context.models, this.endpoint._id, this.context.owner);
    if (!renewed) return (this.isHeld = false);
    this.endpoint = renewed;
    this.leaseTaken = asked;
    return true;
  }

  /**
   * Gives the lease back. Answers false when there is something to do after all.
   *
   * No change is lost: its delivery is stored first and announced then, and the announcement comes
   * - before the question for the next delivery: the answer has it;
   * - until `isHeld` is false: `hasNews` is set, and looked at with no wait in between;
   * - later, or in another process: it raises `news` and sets `due_utc`. Before the release that makes the release fail,
   *   for `news` is known from the claim or the last renewal, which came before the question; behind it, the endpoint is
   *   due again for whoever claims it.
   * Whoever loses the lease, or dies, leaves `due_utc` as it was when the endpoint was claimed, and the next one reads
   * all that is stored.
   */
  private async letGo(): Promise<boolean> {
    const { models, owner, now } = this.context;
    const stored = this.isStopping ? undefined : await readNextDue(models, this.endpoint._id);
    const next = this.isStopping || this.hasNews ? now() : stored;
    const isDue = next !== undefined && next <= now();
    if (isDue && !this.isStopping && !this.state.isPaused()) {
      this.hasNews = true;
      return false;
    }
    // From here on whoever stores a delivery announces it, which makes the release fail or follows it.
    this.isHeld = false;
    const due = next && this.state.notBefore > next ? this.state.notBefore : next;
    if (await releaseEndpoint(models, this.endpoint, owner, due)) return true;
    const asked = performance.now();
    const present = await renewLease(models, this.endpoint._id, owner);
    if (!present) return true;
    this.endpoint = present;
    this.leaseTaken = asked;
    this.isHeld = true;
    this.hasNews = true;
    return false;
  }
}
