import { setTimeout as sleep } from 'node:timers/promises';
import { secretsInForce } from '../store/signing-secrets';
import { type DueDelivery, type Grants, readBodies, readGrants, type Sender } from '../queue/due-deliveries';
import type { EndpointDocument } from '../store/endpoint.model';
import type { EndpointState } from './endpoint-state';
import { judgeOutcome, type Verdict } from './judge-outcome';
import { type PostOutcome, postWebhook } from './post-webhook';
import { retryDelayMs } from '../queue/domain/retry-schedule';
import type { StartedSpan } from '@keyhaven/tracing/tracing';
import type { SendingContext } from './sending-context';
import { signatureHeaders } from './sign';
import { describeAttempt } from './trace-attempt';

/**
 * How long grants may be used after they were requested, in milliseconds. Grants say whether and
 * how deliveries of an app may be sent.
 */
const GRANTS_VALID_MS = 1000;
/** How old grants may be before they are read again, in milliseconds. */
const GRANTS_FRESH_MS = 250;

/**
 * Waits until no process still uses grants that were read before this call. A request that revokes an app or rotates a
 * secret gets its response only after this wait. So the change applies to every delivery that begins after the
 * response.
 */
export function untilSendersReadAgain(): Promise<void> {
  return sleep(GRANTS_VALID_MS);
}

/** The maximum total size of the bodies that are read ahead, in bytes. */
const AHEAD_BYTES = 500_000;

/** The grants of the app and the subscriptions of an endpoint. */
interface Read {
  grants: Grants;
  /** The value of performance.now() when the grants were requested. */
  readAt: number;
}

/** The data that is needed to send deliveries: grants and bodies. */
export interface Ready extends Read {
  bodies: Map<string, Buffer>;
}

/** The final status of a delivery that must not be sent any more. */
type End = 'dead' | 'canceled';

/**
 * Sends deliveries to one endpoint, each according to the current state of its subscription, and stores the results.
 */
export class DeliverySender {
  /** The number of requests that have no response yet. */
  inFlight = 0;
  private latest: Read | undefined;
  private bodies: Ready['bodies'] = new Map();

  constructor(
    private readonly endpoint: EndpointDocument,
    private readonly context: SendingContext,
  ) {}

  /**
   * Reads the grants for these deliveries, their bodies, and the bodies of some later deliveries.
   * @param following the whole queue, in order. The later deliveries are taken from it.
   */
  async prepare(deliveries: readonly DueDelivery[], following: readonly DueDelivery[]): Promise<Ready> {
    const { models } = this.context;
    if (deliveries.some(({ event_id }) => !this.bodies.has(event_id))) {
      this.bodies = await readBodies(models, ahead(deliveries, following));
    }
    const isKnown = deliveries.every(({ subscription_id }) => this.latest?.grants.statuses.has(subscription_id));
    if (!this.latest || !isKnown || performance.now() - this.latest.readAt > GRANTS_FRESH_MS) {
      this.latest = await this.readGrants();
    }
    return { bodies: this.bodies, ...this.latest };
  }

  mayRelyOn({ readAt }: Read): boolean {
    return performance.now() - readAt < GRANTS_VALID_MS;
  }

  /**
   * Sends one delivery and stores the result.
   * @param attempted is called when the endpoint has responded or failed, before the result is stored.
   * @param span the span of the attempt, if its trace is recorded.
   * @throws if the result could not be stored.
   */
  async send(
    delivery: DueDelivery,
    ready: Ready,
    state: EndpointState,
    attempted: () => void,
    span?: StartedSpan,
  ): Promise<void> {
    const { results } = this.context;
    const body = ready.bodies.get(delivery.event_id);
    // The body has expired, so the delivery cannot be sent any more.
    if (!body) return results.add({ delivery, status: endOf(delivery, ready.grants) ?? 'dead' });
    const startedAt = this.context.now();
    const started = performance.now();
    this.inFlight++;
    const outcome = await this.post(delivery, ready, body, startedAt).finally(() => this.inFlight--);
    attempted();
    if (typeof outcome === 'string') return results.add({ delivery, status: outcome });
    const durationMs = Math.round(performance.now() - started);
    const verdict = judgeOutcome(outcome, this.context.now());
    if (span) describeAttempt(span, outcome.statusCode, verdict.kind === 'delivered');
    const result = this.resultOf(delivery, verdict);
    this.report(delivery, outcome, result.status, verdict, startedAt, durationMs);
    // End the span here, because the result is stored later, in one write with the results of other deliveries.
    span?.end();
    // Disable the endpoint before the result is stored. If the process crashes in between, the delivery remains due,
    // and the next attempt gets a 410 again.
    if (verdict.kind === 'gone') await state.disable(verdict.error);
    await Promise.all([
      results.add({
        ...result,
        attempt: {
          attempted_utc: startedAt,
          duration_ms: durationMs,
          status_code: outcome.statusCode,
          error: verdict.kind === 'delivered' ? null : verdict.error,
        },
        response: outcome.statusCode === null ? null : outcome.response,
      }),
      this.publishState(state, verdict, delivery),
    ]);
  }

  /**
   * Posts a delivery if its app and its subscription allow it. Reads the grants again if they became too old while the
   * connection was being opened.
   * @returns the final status if the delivery must not be sent any more.
   */
  private async post(delivery: DueDelivery, ready: Read, body: Buffer, now: Date): Promise<PostOutcome | End> {
    const { agent, timeoutMs } = this.context;
    for (let read = ready; ; read = await this.readGrants()) {
      const { app } = read.grants;
      const ended = endOf(delivery, read.grants);
      if (ended || !app) return ended ?? 'dead';
      const headers = headersOf(delivery, app, body, now);
      const mayBegin = () => this.mayRelyOn(read);
      const outcome = await postWebhook(agent, this.endpoint.webhook_url, headers, body, timeoutMs, mayBegin);
      if (outcome) return outcome;
    }
  }

  private async readGrants(): Promise<Read> {
    const readAt = performance.now();
    return { grants: await readGrants(this.context.models, this.endpoint), readAt };
  }

  private resultOf(delivery: DueDelivery, verdict: Verdict) {
    if (verdict.kind === 'delivered') return { delivery, status: 'delivered' as const };
    if (verdict.kind === 'gone') return { delivery, status: 'dead' as const };
    const delay = retryDelayMs(delivery.tries + 1, this.context.random(), verdict.retryAfterMs);
    if (delay === undefined) return { delivery, status: 'dead' as const };
    return { delivery, status: 'pending' as const, nextUtc: new Date(this.context.now().getTime() + delay) };
  }

  private async publishState(state: EndpointState, verdict: Verdict, delivery: DueDelivery): Promise<void> {
    if (verdict.kind === 'delivered') await state.succeeded();
    // A replay starts the retry schedule again, although the change is old.
    const isReplay = delivery.tries === 0 && (delivery.replay_count ?? 0) > 0;
    const begunUtc = isReplay ? this.context.now() : delivery.occurred_utc;
    if (verdict.kind === 'failed') await state.failed(verdict.retryAfterMs, begunUtc);
  }

  private report(
    delivery: DueDelivery,
    outcome: PostOutcome,
    status: string,
    verdict: Verdict,
    startedAt: Date,
    durationMs: number,
  ): void {
    const { metrics, logger } = this.context;
    const lagMs = startedAt.getTime() - delivery.occurred_utc.getTime();
    metrics.attempts.inc({ outcome: status === 'dead' && verdict.kind === 'failed' ? 'dead' : verdict.kind });
    metrics.duration.observe(durationMs / 1000);
    // The age of changes from the event log and of replays does not show whether the platform is slow.
    const isNew = delivery.attempt_count === 0 && !delivery.is_catch_up && !delivery.replay_count;
    if (isNew) metrics.firstAttemptLag.observe(Math.max(lagMs, 0) / 1000);
    logger.info(
      {
        delivery_id: delivery._id,
        event_id: delivery.event_id,
        subscription_id: delivery.subscription_id,
        user_id: delivery.user_id,
        attempt: delivery.attempt_count + 1,
        status,
        status_code: outcome.statusCode,
        error: verdict.kind === 'delivered' ? undefined : verdict.error,
        error_detail: outcome.statusCode === null ? outcome.detail : undefined,
        duration_ms: durationMs,
        lag_ms: lagMs,
      },
      'delivery attempted',
    );
  }
}

/**
 * Returns the event ids of these deliveries, and of as many later deliveries as AHEAD_BYTES allows.
 */
function ahead(deliveries: readonly DueDelivery[], following: readonly DueDelivery[]): string[] {
  let room = AHEAD_BYTES;
  const soon = following.filter(({ bytes }) => (room -= bytes) >= 0);
  return [...deliveries, ...soon].map(({ event_id }) => event_id);
}

/** Returns the headers with the signatures of a delivery and the credentials of its app. */
function headersOf({ event_id }: DueDelivery, app: Sender, body: Buffer, now: Date): Record<string, string> {
  const headers = signatureHeaders(event_id, body, secretsInForce(app.signing_secrets, now), now);
  if (!app.basic) return headers;
  const credentials = Buffer.from(`${app.basic.username}:${app.basic.password}`).toString('base64');
  return { ...headers, authorization: `Basic ${credentials}` };
}

/**
 * Returns the final status of a delivery that must not be sent because of its app or subscription. Returns undefined if
 * it may be sent.
 */
function endOf({ is_notice, subscription_id }: DueDelivery, { app, statuses }: Grants): End | undefined {
  if (is_notice) return undefined;
  if (!app || app.revoked_utc !== null) return 'canceled';
  const status = statuses.get(subscription_id);
  if (status === 'active') return undefined;
  return status === 'disabled' ? 'dead' : 'canceled';
}
