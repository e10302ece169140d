import type { EndpointDocument } from '../store/endpoint.model';
import { recordHealth } from '../queue/endpoint-leases';
import { DISABLE_AFTER_MS, FAILING_AFTER, pauseMs, SERIES_ENDS_MS } from '../queue/domain/retry-schedule';
import type { SendingContext } from './sending-context';

/**
 * The health of an endpoint: the number of its consecutive failures, and the end of its current pause. Used while this
 * process has the endpoint's lease.
 */
export class EndpointState {
  private failures: number;
  private failingSince: Date | null;
  notBefore: Date;

  constructor(
    private readonly endpoint: EndpointDocument,
    private readonly context: Pick<SendingContext, 'models' | 'owner' | 'now' | 'random' | 'disable'>,
  ) {
    this.failures = endpoint.failures;
    this.failingSince = endpoint.failing_since_utc;
    this.notBefore = endpoint.not_before_utc;
  }

  isFailing(): boolean {
    return this.failures >= FAILING_AFTER;
  }

  isPaused(): boolean {
    return this.notBefore > this.context.now();
  }

  async succeeded(): Promise<void> {
    if (this.failures === 0) return;
    this.failures = 0;
    this.failingSince = null;
    await this.store();
  }

  /**
   * Stores a failure. Disables the endpoint's subscriptions if all attempts have failed for DISABLE_AFTER_MS. A failure
   * begins a new series of failures if its delivery began after all retries of the earlier series had ended.
   * @param begunUtc when the change of the failed delivery was made, or when the delivery was replayed.
   * @throws if the subscriptions of the endpoint cannot be disabled. Some of them may be disabled even then.
   */
  async failed(retryAfterMs: number, begunUtc: Date): Promise<void> {
    const now = this.context.now();
    const lastFailure = Math.max(this.notBefore.getTime(), this.failingSince?.getTime() ?? 0);
    if (this.failingSince && begunUtc.getTime() - lastFailure > SERIES_ENDS_MS) {
      this.failures = 0;
      this.failingSince = null;
    }
    this.failures++;
    this.failingSince ??= now;
    const pause = pauseMs(this.failures, this.context.random(), retryAfterMs);
    if (pause > 0) this.notBefore = new Date(Math.max(this.notBefore.getTime(), now.getTime() + pause));
    await this.store();
    if (this.isFailing() && now.getTime() - this.failingSince.getTime() >= DISABLE_AFTER_MS) {
      await this.disable(
        `every delivery since ${this.failingSince.toISOString()} failed; see the deliveries of the subscription`,
        new Date(now.getTime() - DISABLE_AFTER_MS),
      );
    }
  }

  /**
   * Disables the subscriptions of the endpoint. When one of them is enabled again, the endpoint's failure count starts
   * at zero.
   * @param unchangedSince subscriptions that were created or enabled after this time stay enabled. Failures before that
   *   belong to other subscriptions, because an endpoint and its failures are kept when its subscriptions are deleted.
   */
  async disable(reason: string, unchangedSince?: Date): Promise<void> {
    await this.context.disable(this.endpoint, reason, unchangedSince);
    this.failures = 0;
    this.failingSince = null;
    this.notBefore = new Date(0);
    await this.store();
  }

  private store(): Promise<void> {
    const { models, owner } = this.context;
    return recordHealth(models, this.endpoint._id, owner, {
      failures: this.failures,
      failing_since_utc: this.failingSince,
      not_before_utc: this.notBefore,
    });
  }
}
