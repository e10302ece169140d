import type { ChangeEvent } from '@keyhaven/events/change-event';
import type { Metrics } from '@keyhaven/service/metrics';
import { measuredGauge } from '@keyhaven/service/operations/measured-gauge';

/** The changes that this process has received and whose deliveries are not stored yet. */
export class FanOutBacklog {
  private readonly events = new Set<ChangeEvent>();

  /** Counts a change until its work is over, with or without success. */
  async during(event: ChangeEvent, work: () => Promise<void>): Promise<void> {
    this.events.add(event);
    try {
      await work();
    } finally {
      this.events.delete(event);
    }
  }

  /** Registers metrics: the number of changes, and how long the oldest has waited. @param now the service's clock. */
  register({ registry }: Metrics, now: () => Date): void {
    const ageOf = ({ occurred_utc }: ChangeEvent) => (now().getTime() - Date.parse(occurred_utc)) / 1000;
    measuredGauge(
      registry,
      {
        name: 'keyhaven_webhook_unstored_events',
        help: 'Changes that this process was handed and whose deliveries are not stored yet',
      },
      () => [{ labels: {}, value: this.events.size }],
    );
    measuredGauge(
      registry,
      {
        name: 'keyhaven_webhook_unstored_oldest_seconds',
        help: 'How long ago the oldest of them occurred; 0 when there is none',
      },
      () => [{ labels: {}, value: Math.max(0, ...[...this.events].map(ageOf)) }],
    );
  }
}
