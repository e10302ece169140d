import type { ChangeEvent } from './change-event';
import type { Consumer } from './event-bus';

/**
 * Wraps the handlers of consumers.
 * @param handle handles an event. It calls `next` to let the wrapped consumer handle the event.
 */
export function wrapConsumers(
  consumers: readonly Consumer[],
  handle: (event: ChangeEvent, next: () => Promise<void>) => Promise<void>,
): Consumer[] {
  return consumers.map((consumer) => ({
    ...consumer,
    handle: (event, ...delivery) => handle(event, () => consumer.handle(event, ...delivery)),
  }));
}
