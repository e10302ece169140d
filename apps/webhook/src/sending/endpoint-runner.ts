import { type DueDelivery, readDue, readNextDue } from '../queue/due-deliveries';
import type { EndpointDocument } from '../store/endpoint.model';
import { LEASE_MS, releaseEndpoint, renewLease } from '../queue/endpoint-leases';
import { EndpointState } from './endpoint-state';
import { pickStartable, recordKey } from './pick-startable';
import { DeliverySender, type Ready } from './send-delivery';
import type { SendingContext } from './sending-context';
import { Signal } from './signal';
import { traceAttempt } from './trace-attempt';

/** The maximum number of concurrent requests to an endpoint. */
const CONCURRENCY = 8;
/** The number of due deliveries that one query reads. */
const READ_AHEAD = 200;
/**
 * The maximum number of results that wait to be stored. If the process dies, the deliveries of
 * these results are sent again.
 */
const MAX_UNSTORED = 100;
/**
 * How long a runner waits for new work before it releases the lease, in milliseconds. A change that is stored during
 * this time is sent without delay.
 */
const LINGER_MS = 300;
/**
 * RENEW_BEFORE_MS: a lease is renewed if less than this time remains. LEASE_MARGIN_MS: the runner
 * accepts no new work if less than this time remains. Both in milliseconds.
 */
const RENEW_BEFORE_MS = 6_000;
const LEASE_MARGIN_MS = 2_000;
/** How often the lease is checked while requests are in progress, in milliseconds. */
const LEASE_CHECK_MS = 1_000;

/**
 * Sends the due deliveries of one endpoint as long as this process has the endpoint's lease. No other process sends to
 * the endpoint, so the order of changes and the number of concurrent requests are managed in memory.
 */
export class EndpointRunner {
  private queue: DueDelivery[] = [];
  /**
   * `unstored` contains the deliveries whose results are not stored yet. `firstAttempts` contains
   * the records with a first attempt in progress.
   */
  private readonly unstored = new Set<number>();
  private readonly firstAttempts = new Set<string>();
  private readonly state: EndpointState;
  private readonly sender: DeliverySender;
  private readonly since = performance.now();
  private hasNewWork = true;
  private hasLease = true;
  private isStopping = false;
  private readonly changed = new Signal();

  /**
   * @param leaseTaken the value of performance.now() when the lease was requested. The database started the lease
   * later.
   */
  constructor(
    private endpoint: EndpointDocument,
    private leaseTaken: number,
    private readonly context: SendingContext,
  ) {
    this.state = new EndpointState(endpoint, context);
    this.sender = new DeliverySender(endpoint, context);
  }

  /**
   * Notifies the runner that a delivery for its endpoint was just stored. Returns whether the runner will send the
   * delivery. If the lease is about to expire or the runner is stopping, returns false, and the caller must mark the
   * endpoint as due in the database.
   */
  acceptWork(): boolean {
    if (!this.hasLease || this.isStopping || performance.now() > this.leaseTaken + LEASE_MS - LEASE_MARGIN_MS)
      return false;
    this.hasNewWork = true;
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

  /** Starts no more requests. run() ends when the current requests have ended. */
  stop(): void {
    this.isStopping = true;
    this.changed.set();
  }

  /** Runs until no delivery is due, the endpoint has to pause, stop() was called, or the lease is lost. */
  async run(): Promise<void> {
    do {
      while (!this.isStopping && !this.state.isPaused() && (await this.keepLease())) {
        const started = await this.startDue();
        if (started > 0) continue;
        if (this.unstored.size > 0) await this.changed.wait(LEASE_CHECK_MS);
        else if (!this.hasNewWork) {
          await this.changed.wait(LINGER_MS);
          if (!this.hasNewWork) break;
        }
      }
      while (this.unstored.size > 0) {
        await this.changed.wait(LEASE_CHECK_MS);
        if (this.hasLease) await this.keepLease();
      }
    } while (this.hasLease && !(await this.releaseLease()));
  }

  /**
   * Starts the deliveries that may be sent now. Returns 0 if there were none; otherwise the caller
   * must call this function again.
   */
  private async startDue(): Promise<number> {
    const room = (this.state.isFailing() ? 1 : CONCURRENCY) - this.sender.inFlight;
    if (room <= 0 || this.unstored.size >= MAX_UNSTORED) return 0;
    if (this.queue.length === 0 && this.hasNewWork) await this.readAhead();
    const picked = pickStartable(this.queue, this.firstAttempts, room);
    if (picked.length === 0) return 0;
    const ready = await this.sender.prepare(picked, this.queue);
    // If the process was suspended after it read the grants, the grants may be outdated. Then start
    // nothing: the caller calls this function again, which reads the grants again.
    if (!this.sender.mayRelyOn(ready)) return picked.length;
    this.queue = this.queue.filter((delivery) => !picked.includes(delivery));
    for (const delivery of picked) this.start(delivery, ready);
    return picked.length;
  }

  private start(delivery: DueDelivery, ready: Ready): void {
    const key = delivery.attempt_count === 0 ? recordKey(delivery) : undefined;
    this.unstored.add(delivery._id);
    if (key !== undefined) this.firstAttempts.add(key);
    let isAttempted = false;
    const attempted = () => {
      // Only the first call of this function may delete the key. At a second call, the key may already stand for the
      // next change of the record.
      if (key !== undefined && !isAttempted) this.firstAttempts.delete(key);
      isAttempted = true;
      this.changed.set();
    };
    traceAttempt(delivery, this.endpoint, (span) => this.sender.send(delivery, ready, this.state, attempted, span))
      .catch((error: unknown) => {
        // The delivery is still due, so the next process with the lease will send it again.
        this.context.logger.error({ err: error, delivery_id: delivery._id }, 'the result of a delivery was not stored');
        this.stop();
      })
      .finally(() => {
        this.unstored.delete(delivery._id);
        attempted();
      });
  }

  private async readAhead(): Promise<void> {
    // A delivery that is stored after this line sets `hasNewWork` again.
    this.hasNewWork = false;
    // This read may return the old state of deliveries whose results are being stored.
    const unstored = new Set(this.unstored);
    const limit = READ_AHEAD + unstored.size;
    const found = await readDue(this.context.models, this.endpoint._id, this.context.now(), limit);
    this.queue = found.filter(({ _id }) => !unstored.has(_id));
    if (found.length === limit) this.hasNewWork = true;
  }

  private async keepLease(): Promise<boolean> {
    if (performance.now() < this.leaseTaken + LEASE_MS - RENEW_BEFORE_MS) return true;
    const asked = performance.now();
    const renewed = await renewLease(this.context.models, this.endpoint._id, this.context.owner);
    if (!renewed) return this.loseLease();
    this.endpoint = renewed;
    this.leaseTaken = asked;
    return true;
  }

  /**
   * Ends the runner's work, because this process did not renew the lease in time, and another
   * process has taken the endpoint over.
   */
  private loseLease(): false {
    this.context.metrics.leaseLosses.inc({ lease: 'delivery' });
    this.context.logger.warn({ endpoint_id: this.endpoint._id }, 'the lease of an endpoint ran out');
    return (this.hasLease = false);
  }

  /**
   * Releases the lease. Returns false if there is more work.
   *
   * No change is lost. Its delivery is stored first, and then announced with announceWork. There are three cases:
   * - The announcement arrives before the query for the next delivery. Then the query finds the delivery.
   * - The announcement arrives later, but before `hasLease` becomes false. Then it sets `hasNewWork`. There is no await
   *   between the check of `hasNewWork` and the change of `hasLease`.
   * - The announcement arrives after `hasLease` became false, or in another process. Then it increments `news` and sets
   *   `due_utc`. If this happens before the release, the release fails, because `news` differs from its value at the
   *   claim or the last renewal, which came before the query. If this happens after the release, the endpoint is due
   *   for the next process.
   *
   * If this process loses the lease or dies, `due_utc` stays as it was at the claim, and the next process reads
   * everything that is stored.
   */
  private async releaseLease(): Promise<boolean> {
    const { models, owner, now } = this.context;
    const stored = this.isStopping ? undefined : await readNextDue(models, this.endpoint._id);
    const next = this.isStopping || this.hasNewWork ? now() : stored;
    const isDue = next !== undefined && next <= now();
    if (isDue && !this.isStopping && !this.state.isPaused()) {
      this.hasNewWork = true;
      return false;
    }
    // After this line, announceWork is called for every stored delivery. That call either makes the release fail or
    // comes after it.
    this.hasLease = false;
    const due = next && this.state.notBefore > next ? this.state.notBefore : next;
    if (await releaseEndpoint(models, this.endpoint, owner, due)) return true;
    const asked = performance.now();
    const present = await renewLease(models, this.endpoint._id, owner);
    if (!present) return !this.loseLease();
    this.endpoint = present;
    this.leaseTaken = asked;
    this.hasLease = true;
    this.hasNewWork = true;
    return false;
  }
}
