import type { EventBus, EventTraces } from '@keyhaven/events/event-bus';
import { type StartedSpan, type TraceHeaders, tracing } from '@keyhaven/tracing/tracing';
import type { EventEntry } from '../outbox-entry';

interface SendingSpans {
  /** The trace contexts of the spans, by event id. */
  traces: EventTraces;
  /** Ends the spans. The spans of events that were not acknowledged are marked as failed. */
  end(acknowledged: ReadonlySet<string>): void;
}

/**
 * Starts a span for each event whose change is traced. There is no span for the batch, because its
 * events come from different requests. An event that is published again after a crash gets another
 * span in the same trace.
 */
export function traceSending(
  topic: string,
  entries: readonly EventEntry[],
  bus: Pick<EventBus, 'broker'>,
): SendingSpans | undefined {
  if (!tracing) return undefined;
  const spans = new Map<string, StartedSpan>();
  const traces = new Map<string, TraceHeaders>();
  for (const { event, trace } of entries) {
    if (!trace) continue;
    const span = tracing.start({
      name: `send ${topic}`,
      kind: 'producer',
      parent: trace,
      attributes: {
        'messaging.system': bus.broker ? 'kafka' : 'in_process',
        'messaging.operation.name': 'send',
        'messaging.operation.type': 'send',
        'messaging.destination.name': topic,
        'messaging.message.id': event.event_id,
        'messaging.batch.message_count': entries.length,
        'keyhaven.user_id': event.user_id,
        'keyhaven.entity_type': event.entity_type,
        'keyhaven.entity_id': event.entity_id,
      },
    });
    spans.set(event.event_id, span);
    traces.set(event.event_id, span.headers);
  }
  if (spans.size === 0) return undefined;
  return {
    traces,
    end: (acknowledged) => {
      for (const [eventId, span] of spans) {
        if (!acknowledged.has(eventId)) span.fail('not_acknowledged');
        span.end();
      }
    },
  };
}
