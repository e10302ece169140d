import type { ChangeEvent } from '@keyhaven/events/change-event';
import type { Metrics } from '@keyhaven/service/observability/metrics';
import { measuredGauge } from '@keyhaven/service/operations/measured-gauge';

/** The changes that this process has received, but whose deliveries are not stored yet. */
export class FanOutBacklog {
  private readonly events = new Set<ChangeEvent>();

  /** Counts a change until `work` has succeeded or failed. */
  async during(event: ChangeEvent, work: () => Promise<void>): Promise<void> {
    this.events.add(event);
    try {
      await work();
    } finally {
      this.events.delete(event);
    }
  }

  /** Registers metrics for the number of changes and the age of the oldest change. @param now the service's clock. */
  register({ registry }: Metrics, now: () => Date): void {
    const ageOf = ({ occurred_utc }: ChangeEvent) => (now().getTime() - Date.parse(occurred_utc)) / 1000;
    measuredGauge(registry, 'keyhaven_webhook_unstored_events', () => [{ labels: {}, value: this.events.size }]);
    measuredGauge(registry, 'keyhaven_webhook_unstored_oldest_seconds', () => [
      { labels: {}, value: Math.max(0, ...[...this.events].map(ageOf)) },
    ]);
  }
}
