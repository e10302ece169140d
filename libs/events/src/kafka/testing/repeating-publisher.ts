import { setTimeout as sleep } from 'node:timers/promises';
import { type ChangeEvent, eventKey } from '../../change-event';
import { PublishError } from '../../event-bus';
import { anEvent } from '../../testing/event-bus-contract';
import type { KafkaBus } from '../kafka-bus';

/**
 * Publishes as the outbox of a service does: it keeps unacknowledged events, and publishes them
 * again before newer ones.
 */
export class RepeatingPublisher {
  readonly published: ChangeEvent[] = [];
  rejections = 0;
  private outbox: ChangeEvent[] = [];
  private version = 0;
  private stopping = false;
  private work: Promise<void> | undefined;

  constructor(
    private readonly bus: KafkaBus,
    private readonly topic: string,
    private readonly records: number,
  ) {}

  /** Changes all records repeatedly until `finish` is called. */
  start(): void {
    this.work = this.run();
  }

  /** Makes no more changes. Resolves when all events are acknowledged. */
  async finish(): Promise<void> {
    this.stopping = true;
    await this.work;
  }

  /** Stops immediately. Called after a failed test. */
  abandon(): void {
    this.stopping = true;
    this.outbox = [];
  }

  private async run(): Promise<void> {
    while (!this.stopping || this.outbox.length > 0) {
      if (!this.stopping && this.outbox.length < 500) this.change();
      try {
        await this.bus.publish(this.topic, this.outbox);
        this.outbox = [];
      } catch (error) {
        if (!(error instanceof PublishError)) throw error;
        this.rejections++;
        this.outbox = this.outbox.filter(({ event_id }) => !error.acknowledged.has(event_id));
      }
      await sleep(20);
    }
  }

  private change(): void {
    this.version++;
    const changes = Array.from({ length: this.records }, (_, index) =>
      anEvent({ entity_id: index + 1, version: this.version }),
    );
    this.outbox.push(...changes);
    this.published.push(...changes);
  }
}

/** The versions of each record, in the order in which each version arrived for the first time. */
export function firstArrivals(events: readonly ChangeEvent[]): Record<string, number[]> {
  const versions = new Map<string, Set<number>>();
  for (const event of events) {
    const key = eventKey(event);
    versions.set(key, (versions.get(key) ?? new Set()).add(event.version));
  }
  return Object.fromEntries([...versions].map(([key, ofRecord]) => [key, [...ofRecord]]));
}
