import { Gauge, type Registry } from 'prom-client';

/** One value of a gauge. */
export interface Sample<Label extends string> {
  labels: Record<Label, string>;
  value: number;
}

/**
 * Registers a gauge that is measured whenever it is read. If measuring fails, the gauge has no value, because an old
 * number would hide the failure.
 * @param measure must return within a bounded time.
 */
export function measuredGauge<Label extends string = never>(
  registry: Registry,
  { name, help, labelNames = [] }: { name: string; help: string; labelNames?: readonly Label[] },
  measure: () => Promise<readonly Sample<Label>[]> | readonly Sample<Label>[],
): void {
  const gauge = new Gauge({
    name,
    help,
    labelNames: [...labelNames],
    registers: [registry],
    collect: async () => {
      gauge.reset();
      // A gauge without labels is 0 after a reset, and absent after this.
      if (labelNames.length === 0) gauge.remove();
      for (const { labels, value } of await Promise.resolve(measure()).catch(() => [])) gauge.set(labels, value);
    },
  });
}
