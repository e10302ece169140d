import { ApiError } from '@keyhaven/contracts/shared/errors';
import { type ChangeEvent, eventKey } from './change-event';
import {
  type Consumer,
  type DeadLetter,
  type EventBus,
  type EventTraces,
  notConsumedHere,
  PublishError,
  type Redriven,
  whyImpossible,
} from './event-bus';

interface InProcessBusOptions {
  /** Called for each event that a group can never handle. */
  onDeadLetter(deadLetter: DeadLetter): void;
  /**
   * The first and the longest pause before a failed event is retried, in milliseconds. The pause
   * doubles after each failure.
   */
  retryDelaysMs?: { first: number; last: number };
  /**
   * How many times an event is tried before the publish call rejects. The event then stays in its
   * outbox.
   */
  attempts?: number;
}

/**
 * The bus for a platform that runs in one process. It stores nothing. A publish call resolves only
 * after every consumer has handled the events. Until then the events stay in their outbox, so a
 * crash does not lose them.
 */
export class InProcessBus implements EventBus {
  private readonly consumers: Consumer[] = [];
  private readonly busy = new Set<Promise<unknown>>();
  private readonly stopping = new AbortController();
  private isStarted = false;
  private open!: () => void;
  private readonly opened = new Promise<void>((resolve) => (this.open = resolve));

  constructor(private readonly options: InProcessBusOptions) {}

  async consume(consumer: Consumer): Promise<void> {
    if (this.consumer(consumer.topic, consumer.group))
      throw new Error(`group ${consumer.group} already consumes ${consumer.topic}`);
    this.consumers.push(consumer);
    await Promise.resolve();
  }

  /**
   * Starts delivery. Call this when every consumer is registered. Events that are published before
   * this call wait for it.
   */
  start(): void {
    this.isStarted = true;
    this.open();
  }

  async publish(topic: string, events: readonly ChangeEvent[], traces?: EventTraces): Promise<void> {
    if (this.stopping.signal.aborted) throw new PublishError('the bus is closed', new Set());
    const work = this.opened.then(() => this.deliverAll(topic, events, traces));
    this.busy.add(work);
    try {
      await work;
    } finally {
      this.busy.delete(work);
    }
  }

  /**
   * Always rejects, because this bus stores no dead letters: it reports an event that can never be
   * handled, and drops the event. To publish the record again, start a resync of the service that
   * owns it.
   */
  redriveDeadLetters(topic: string, group: string): Promise<Redriven> {
    if (!this.consumer(topic, group)) return Promise.reject(notConsumedHere(topic, group));
    const why =
      'dead letters are stored only with Kafka, here they are only logged; republish with POST operator/resync';
    return Promise.reject(new ApiError('conflict', why));
  }

  async close(): Promise<void> {
    this.stopping.abort();
    this.open();
    await Promise.allSettled(this.busy);
  }

  private consumer(topic: string, group: string): Consumer | undefined {
    return this.consumers.find((consumer) => consumer.topic === topic && consumer.group === group);
  }

  private async deliverAll(topic: string, events: readonly ChangeEvent[], traces?: EventTraces): Promise<void> {
    const consumers = this.consumers.filter((consumer) => consumer.topic === topic);
    const taken = new Set<string>();
    if (!this.isStarted) throw new PublishError('the bus was closed before it was started', taken);
    let failure: unknown;
    await Promise.all(
      byRecord(events).map(async (ofOneRecord) => {
        try {
          for (const event of ofOneRecord) {
            await finishAll(consumers.map((consumer) => this.deliver(consumer, event, traces)));
            taken.add(event.event_id);
          }
        } catch (error) {
          failure = error;
        }
      }),
    );
    if (taken.size < events.length) {
      throw new PublishError(`a consumer of ${topic} failed: ${String(failure)}`, taken, { cause: failure });
    }
  }

  private async deliver(consumer: Consumer, event: ChangeEvent, traces?: EventTraces): Promise<void> {
    const { first, last } = this.options.retryDelaysMs ?? { first: 20, last: 1000 };
    const attempts = this.options.attempts ?? 5;
    for (let attempt = 1, delay = first; ; attempt++, delay = Math.min(delay * 2, last)) {
      try {
        await consumer.handle(event, traces?.get(event.event_id));
        return;
      } catch (error) {
        const reason = whyImpossible(error);
        if (reason !== undefined) {
          this.options.onDeadLetter({ topic: consumer.topic, group: consumer.group, event, reason });
          consumer.onDead?.();
          return;
        }
        if (attempt >= attempts || this.stopping.signal.aborted) throw error;
        await this.pause(delay);
      }
    }
  }

  private pause(milliseconds: number): Promise<void> {
    return new Promise((resolve) => {
      const { signal } = this.stopping;
      const done = () => {
        clearTimeout(timer);
        signal.removeEventListener('abort', done);
        resolve();
      };
      const timer = setTimeout(done, milliseconds);
      signal.addEventListener('abort', done);
    });
  }
}

/** Groups the events by record. Within a group, they keep their order. */
function byRecord(events: readonly ChangeEvent[]): ChangeEvent[][] {
  const groups = new Map<string, ChangeEvent[]>();
  for (const event of events) {
    const group = groups.get(eventKey(event));
    if (group) group.push(event);
    else groups.set(eventKey(event), [event]);
  }
  return [...groups.values()];
}

/**
 * Waits for all deliveries, even if one of them fails. So no handler of the event is still running
 * when the event is published again, or when the bus is closed.
 * @throws the error of the first failed delivery.
 */
async function finishAll(deliveries: Promise<void>[]): Promise<void> {
  await Promise.allSettled(deliveries);
  await Promise.all(deliveries);
}
