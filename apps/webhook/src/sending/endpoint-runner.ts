import { type DueDelivery, readDue, readNextDue } from '../queue/due-deliveries';
import type { EndpointDocument } from '../store/endpoint.model';
import { LEASE_MS, releaseEndpoint, renewLease } from '../queue/endpoint-leases';
import { EndpointState } from './endpoint-state';
import { pickStartable, recordKey } from './pick-startable';
import { DeliverySender, type Ready } from './send-delivery';
import type { SendingContext } from './sending-context';
import { Signal } from './signal';

/** How many concurrent requests one endpoint gets. */
const CONCURRENCY = 8;
/** How many due deliveries are read in one query. */
const READ_AHEAD = 200;
/** How many results may wait to be stored: after a crash, these deliveries are sent again. */
const MAX_UNSETTLED = 100;
/** How long an endpoint is kept when nothing is due, in milliseconds, so that the next change is sent without delay. */
const LINGER_MS = 300;
/** A lease is renewed when less time than this is left, and not relied on when less than the margin is left. */
const RENEW_BEFORE_MS = 6_000;
const LEASE_MARGIN_MS = 2_000;
/** How often the lease is checked while requests are open, in milliseconds. */
const LEASE_CHECK_MS = 1_000;

/**
 * Sends the due deliveries of one endpoint for as long as this process has its lease. No other process sends to it, so
 * the order of changes and the number of concurrent requests are decided in memory.
 */
export class EndpointRunner {
  private queue: DueDelivery[] = [];
  /** Deliveries whose result is not stored yet, and records whose change is being delivered for the first time. */
  private readonly unsettled = new Set<number>();
  private readonly firstAttempts = new Set<string>();
  private readonly state: EndpointState;
  private readonly sender: DeliverySender;
  private readonly since = performance.now();
  private hasNews = true;
  private isHeld = true;
  private isStopping = false;
  private readonly changed = new Signal();

  /** @param leaseTaken when the lease was requested, by performance.now(): before the database's clock started it. */
  constructor(
    private endpoint: EndpointDocument,
    private leaseTaken: number,
    private readonly context: SendingContext,
  ) {
    this.state = new EndpointState(endpoint, context);
    this.sender = new DeliverySender(endpoint, context);
  }

  /**
   * Whether this process will send a delivery that was just stored for the endpoint. If false, the endpoint must be
   * announced.
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

  /** Starts no further requests; run() ends when the open ones are finished. */
  stop(): void {
    this.isStopping = true;
    this.changed.set();
  }

  /** Runs until nothing is due, the endpoint must pause, or the lease is lost. */
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

  /** Starts the deliveries that may be sent now, and returns their number. */
  private async startDue(): Promise<number> {
    const room = (this.state.isFailing() ? 1 : CONCURRENCY) - this.sender.underWay;
    if (room <= 0 || this.unsettled.size >= MAX_UNSETTLED) return 0;
    if (this.queue.length === 0 && this.hasNews) await this.readAhead();
    const picked = pickStartable(this.queue, this.firstAttempts, room);
    if (picked.length === 0) return 0;
    const ready = await this.sender.prepare(picked, this.queue);
    // A process that was suspended since it read the state reads it again.
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
      // Only once: a second time, the record's next change may already be open.
      if (key !== undefined && !isAttempted) this.firstAttempts.delete(key);
      isAttempted = true;
      this.changed.set();
    };
    this.sender
      .send(delivery, ready, this.state, attempted)
      .catch((error: unknown) => {
        // The result is not stored, so the delivery is still due and the next owner of the endpoint sends it again.
        this.context.logger.error({ err: error, delivery_id: delivery._id }, 'the result of a delivery was not stored');
        this.stop();
      })
      .finally(() => {
        this.unsettled.delete(delivery._id);
        attempted();
      });
  }

  private async readAhead(): Promise<void> {
    // Deliveries stored from here on count as new work.
    this.hasNews = false;
    // Deliveries whose result is stored during this read may appear in their old state.
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
   * Releases the lease. Returns false when there is more work after all.
   *
   * No change is lost. Its delivery is stored first and announced then. The announcement arrives
   * - before the query for the next delivery: then the query finds it;
   * - before `isHeld` becomes false: then it sets `hasNews`, which is checked without waiting in between;
   * - later, or in another process: then it raises `news` and sets `due_utc`. Before the release this makes the release
   * fail, because the known `news` is that of the claim or last renewal, which came before the query. After the release
   * the endpoint is due again for the next owner.
   * A process that loses the lease or dies leaves `due_utc` as of the claim, and the next owner reads everything that
   * is stored.
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
    // From here on, storing a delivery also announces it, which makes the release fail or comes after it.
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
