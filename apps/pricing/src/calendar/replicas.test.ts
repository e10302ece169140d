import { setTimeout as sleep } from 'node:timers/promises';
import { until } from '@keyhaven/testing/until';
import { type PricingCluster, startPricingCluster } from '../testing/pricing-cluster';
import { daysFromNow } from '../testing/pricing-under-test';

let cluster: PricingCluster;
beforeAll(async () => {
  cluster = await startPricingCluster(3);
}, 120_000);
afterAll(() => cluster.stop());

/**
 * How long after a change a replica may still return the old nights, in milliseconds. A replica
 * whose polls fail reads the database after five seconds.
 */
const ALLOWED_MS = 5200;
const CHANGES = 20;

interface Read {
  startedMs: number;
  amount: number;
}

describe('the calendar on three replicas', () => {
  it('never lags more than 5.2 seconds behind a change, and never returns to an older price (prints the longest lag)', async () => {
    const account = await cluster.anAccount();
    const { userId } = account;
    const property = await account.property();
    const night = daysFromNow(10);
    const acknowledgedMs: number[] = [];
    let isOver = false;
    const reader = async (process: number): Promise<Read[]> => {
      const reads: Read[] = [];
      while (!isOver) {
        const startedMs = performance.now();
        const path = `/v2/calendar?from=${night}&to=${night}`;
        const { body } = await cluster.world(process, userId).api.get(path);
        reads.push({ startedMs, amount: body.items[0]?.days?.[0]?.rate?.rent ?? 0 });
        await sleep(5);
      }
      return reads;
    };
    const readers = Array.from({ length: cluster.size }, (_, process) => reader(process));
    for (let amount = 1; amount <= CHANGES; amount++) {
      const rate = { property_id: property, date: night, amount, currency: 'EUR' };
      const { status } = await cluster.world(amount % cluster.size, userId).api.patch('/v2/spotrates', [rate]);
      expect(status).toBe(200);
      acknowledgedMs[amount] = performance.now();
      await sleep(Math.random() * 300);
    }
    const lastSeen = async (process: number) => {
      const { body } = await cluster.world(process, userId).api.get(`/v2/calendar?from=${night}&to=${night}`);
      return body.items[0].days[0].rate.rent === CHANGES;
    };
    for (let process = 0; process < cluster.size; process++) await until(() => lastSeen(process));
    isOver = true;
    let longestLagMs = 0;
    for (const reads of await Promise.all(readers)) {
      const amounts = reads.map(({ amount }) => amount);
      expect(amounts).toEqual([...amounts].sort((a, b) => a - b));
      for (const { startedMs, amount } of reads) {
        const newer = acknowledgedMs[amount + 1];
        if (newer === undefined || startedMs <= newer) continue;
        longestLagMs = Math.max(longestLagMs, startedMs - newer);
      }
    }
    process.stdout.write(`replicas were behind an acknowledged change by at most ${longestLagMs.toFixed(0)} ms\n`);
    expect(longestLagMs).toBeLessThan(ALLOWED_MS);
  }, 120_000);
});
