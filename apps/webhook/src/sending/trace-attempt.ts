import { type StartedSpan, tracing } from '@keyhaven/tracing/tracing';
import type { DueDelivery } from '../queue/due-deliveries';
import type { EndpointDocument } from '../store/endpoint.model';

/**
 * Records a span for an attempt if the trace of the change is recorded. Every attempt continues this trace, even a late
 * attempt or a replay. The subscriber does not receive the trace context.
 */
export function traceAttempt(
  delivery: DueDelivery,
  { webhook_url }: Pick<EndpointDocument, 'webhook_url'>,
  attempt: (span?: StartedSpan) => Promise<void>,
): Promise<void> {
  if (!tracing || !delivery.trace) return attempt();
  const attributes = {
    'http.request.method': 'POST',
    // Record only the host of the URL, because its path and query may contain secrets.
    'server.address': new URL(webhook_url).hostname,
    'http.request.resend_count': delivery.attempt_count,
    'messaging.message.id': delivery.event_id,
    'keyhaven.user_id': delivery.user_id,
    'keyhaven.delivery_id': delivery._id,
    'keyhaven.subscription_id': delivery.subscription_id,
    'keyhaven.entity_type': delivery.entity_type,
    'keyhaven.entity_id': delivery.entity_id,
  };
  return tracing.during({ name: 'POST webhook', kind: 'client', parent: delivery.trace, attributes }, attempt);
}

/** Adds the outcome of an attempt to its span. */
export function describeAttempt(span: StartedSpan, statusCode: number | null, isDelivered: boolean): void {
  span.set({ 'http.response.status_code': statusCode ?? undefined });
  if (!isDelivered) span.fail(statusCode === null ? 'no_answer' : String(statusCode));
}
