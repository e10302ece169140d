import type { Registry } from 'prom-client';

/**
 * Renders the metrics of several registries as one text for Prometheus. The text may describe each
 * metric name only once, so the values from all registries follow one description.
 */
export async function exposeMetrics(registries: readonly Registry[]): Promise<string> {
  const texts = await Promise.all(
    registries.flatMap((registry) =>
      registry
        .getMetricsAsArray()
        .map(async ({ name }) => ({ name, text: await registry.getSingleMetricAsString(name) })),
    ),
  );
  const byName = new Map<string, string[]>();
  for (const { name, text } of texts) {
    const lines = text.split('\n').filter((line) => line !== '');
    const known = byName.get(name);
    if (known) known.push(...lines.filter((line) => !line.startsWith('#')));
    else byName.set(name, lines);
  }
  return [...byName.values()].map((lines) => `${lines.join('\n')}\n`).join('\n');
}
