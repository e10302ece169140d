import type { ChangeEvent } from '@keyhaven/events/change-event';
import { type Consumer, type EventBus, PublishError, type Redriven } from '@keyhaven/events/event-bus';

/** A bus for tests. It records what is published, and fails on demand. */
export class RecordingBus implements EventBus {
  readonly events: ChangeEvent[] = [];
  /** While this is true, publishing fails. */
  isDown = false;
  /**
   * Called before each event is accepted. If it throws, this event and all later events of the call
   * fail.
   */
  beforeEach: (event: ChangeEvent) => void = () => {};
  attempts = 0;

  publish(_topic: string, events: readonly ChangeEvent[]): Promise<void> {
    this.attempts++;
    const acknowledged = new Set<string>();
    try {
      if (this.isDown) throw new Error('the broker is away');
      for (const event of events) {
        this.beforeEach(event);
        this.events.push(event);
        acknowledged.add(event.event_id);
      }
      return Promise.resolve();
    } catch (error) {
      return Promise.reject(new PublishError(String(error), acknowledged));
    }
  }

  consume(_consumer: Consumer): Promise<void> {
    return Promise.resolve();
  }

  redriveDeadLetters(): Promise<Redriven> {
    return Promise.resolve({ redriven: 0, dead: 0 });
  }

  close(): Promise<void> {
    return Promise.resolve();
  }

  /** The versions of one record, in the order in which each version arrived for the first time. */
  versionsOf(id: number): number[] {
    return [...new Set(this.events.filter(({ entity_id }) => entity_id === id).map(({ version }) => version))];
  }
}
