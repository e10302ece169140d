import type { ChangeEvent } from '@keyhaven/events/change-event';
import type { Consumer, EventBus } from '@keyhaven/events/event-bus';
import { type TraceHeaders, tracing } from '@keyhaven/tracing/tracing';

/**
 * Calls the handler of a consumer with an event. If the event contains a trace, the handling is
 * recorded as a span of this trace.
 */
export function traceHandling(
  bus: Pick<EventBus, 'broker'>,
  consumer: Consumer,
  event: ChangeEvent,
  trace: TraceHeaders | undefined,
  isRedriven: boolean | undefined,
): Promise<void> {
  const { topic, group } = consumer;
  const handle = () => consumer.handle(event, undefined, isRedriven);
  if (!tracing || !trace) return handle();
  const attributes = {
    'messaging.system': bus.broker ? 'kafka' : 'in_process',
    'messaging.operation.name': 'process',
    'messaging.operation.type': 'process',
    'messaging.destination.name': topic,
    'messaging.consumer.group.name': group,
    'messaging.message.id': event.event_id,
    'keyhaven.user_id': event.user_id,
    'keyhaven.entity_type': event.entity_type,
    'keyhaven.entity_id': event.entity_id,
  };
  return tracing.during({ name: `process ${topic}`, kind: 'consumer', parent: trace, attributes }, handle);
}
