import type { EventBus } from '@keyhaven/events/event-bus';
import { countedCall } from './counted-calls';
import type { Sabotage } from './sabotage';

/** Wraps a bus to count its publish calls. */
export function countedBus(bus: EventBus, sabotage: Sabotage): EventBus {
  return {
    publish: (topic, events) =>
      sabotage.publish(() => countedCall(`publish ${topic}`, () => bus.publish(topic, events))),
    consume: (consumer) => bus.consume(consumer),
    redriveDeadLetters: (topic, group) => bus.redriveDeadLetters(topic, group),
    close: () => bus.close(),
  };
}
