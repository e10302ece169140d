import { until } from '@keyhaven/testing/until';
import { createMetrics } from './metrics';

const { registry } = createMetrics('things', true);

/** Reads the delay of the event loop since the last reading, in seconds. */
async function readDelay(of = registry): Promise<{ min: number; mean: number; max: number; p50: number; p99: number }> {
  const text = await of.metrics();
  const read = (name: string) =>
    Number(new RegExp(`^nodejs_eventloop_lag_${name}_seconds\\{service="things"\\} (.*)$`, 'm').exec(text)?.[1]);
  return { min: read('min'), mean: read('mean'), max: read('max'), p50: read('p50'), p99: read('p99') };
}

describe('the delay of the event loop', () => {
  it('does not include the time between two measurements', async () => {
    const idle = await until(async () => [await readDelay()].find(({ max }) => max > 0 && max < 0.1));
    for (const value of Object.values(idle)) {
      expect(value).toBeGreaterThanOrEqual(0);
      expect(value).toBeLessThan(0.1);
    }
  });

  it('is how late a timer was while the process was busy', async () => {
    const end = performance.now() + 1000;
    while (performance.now() < end);
    const busy = await until(async () => [await readDelay()].find(({ max }) => max > 0.7));
    expect(busy.p99).toBeGreaterThan(0.7);
  });

  it('is 0 before the first measurement', async () => {
    const fresh = createMetrics('things', true).registry;
    expect(await readDelay(fresh)).toEqual({ min: 0, mean: 0, max: 0, p50: 0, p99: 0 });
  });
});
