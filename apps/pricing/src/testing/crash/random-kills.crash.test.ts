import { killAtRandom } from '@keyhaven/testing/crash/kill-at-random';
import { seededRandom } from '@keyhaven/testing/crash/seeded-random';
import { suiteSize } from '@keyhaven/testing/crash/suite-size';
import { until } from '@keyhaven/testing/until';
import { type PricingCluster, startPricingCluster } from '../pricing-cluster';
import { daysFromNow } from '../pricing-under-test';

let cluster: PricingCluster;
beforeAll(async () => {
  cluster = await startPricingCluster(3);
}, 120_000);
afterAll(() => cluster.stop());

const { isWhole, seed, end } = suiteSize();
const random = seededRandom(seed);
const day = daysFromNow;

const killThem = () => killAtRandom(cluster.killables, isWhole ? 30 : 4, random, { end });

describe('pricing processes that are killed at random moments', () => {
  it('lose no booking: in the end, the calendars of all processes show the published bookings', async () => {
    const account = await cluster.anAccount();
    const properties = [await account.property(), await account.property()];
    /** The latest published state of each of ten bookings. */
    const latest = new Map<number, { property_id: number; arrival: string; departure: string; status: string }>();
    const move = async (slot: number) => {
      let id: number | undefined;
      for (let round = 0; round < 12; round++) {
        const start = 1 + slot * 6 + Math.floor(random() * 3);
        const place = {
          property_id: properties[Math.floor(random() * 2)]!,
          arrival: day(start),
          departure: day(start + 1 + Math.floor(random() * 3)),
          status: random() < 0.2 ? 'canceled' : 'active',
        };
        id = await account.booking({ ...place, ...(id !== undefined && { id }) });
        latest.set(id, place);
      }
    };
    await Promise.all([killThem(), ...Array.from({ length: 10 }, (_, slot) => move(slot))]);
    const expected = new Map(properties.map((property) => [property, new Map<string, number>()]));
    for (const [id, { property_id, arrival, departure, status }] of latest) {
      for (let offset = 0; offset < 70; offset++) {
        const night = day(offset);
        if (status === 'active' && night >= arrival && night < departure) expected.get(property_id)!.set(night, id);
      }
    }
    for (let process = 0; process < cluster.size; process++) {
      for (const property of properties) {
        const shown = async () => {
          const path = `/v2/calendar/${property}?from=${day(1)}&to=${day(69)}`;
          const { body } = await cluster.world(process, account.userId).api.get(path);
          const nights = (body.days as { date: string; booking_id?: number }[]).filter(({ booking_id }) => booking_id);
          return new Map(nights.map(({ date, booking_id }) => [date, booking_id!]));
        };
        await until(async () => sameNights(await shown(), expected.get(property)!));
      }
    }
  }, 180_000);

  it('lose no change: calendar events contain every night whose price change was confirmed with 200', async () => {
    const account = await cluster.anAccount();
    const property_id = await account.property();
    // Wait for the calendar event about the new property. This event contains all nights.
    const { length: first } = await until(() => nonEmpty(cluster.rangesOf(property_id)));
    const acknowledged: string[] = [];
    let isOver = false;
    const write = async () => {
      // Change only every second night, so that the range of one change never contains the night of another change.
      for (let offset = 0; !isOver; offset += 2) {
        const date = day(1 + (offset % 600));
        const rate = { property_id, date, amount: 100 + offset, currency: 'EUR' };
        const { api } = cluster.world(offset % cluster.size, account.userId);
        const answer = await api.patch('/v2/spotrates', [rate]).catch(() => undefined);
        if (answer?.status === 200) acknowledged.push(date);
      }
    };
    const writing = write();
    await killThem();
    isOver = true;
    await writing;
    expect(acknowledged.length).toBeGreaterThan(3);
    const unnamed = () => {
      const named = cluster.rangesOf(property_id).slice(first);
      return acknowledged.filter(
        (night) =>
          !named.some(({ from, to, categories }) => from <= night && night <= to && categories.includes('rates')),
      );
    };
    await until(() => unnamed().length === 0, 60_000).catch(() => undefined);
    expect(unnamed()).toEqual([]);
  }, 180_000);

  it('apply spot rate requests completely and in order, and return 200 only after all rates are applied', async () => {
    const account = await cluster.anAccount();
    const properties = [await account.property(), await account.property()];
    const nights = properties.flatMap((property_id) =>
      Array.from({ length: 300 }, (_, index) => ({ property_id, date: day(index) })),
    );
    const storedAmounts = async (process: number): Promise<number[]> => {
      const path = `/v2/spotrates?limit=1000`;
      const { body } = await cluster.world(process, account.userId).api.get(path);
      return body.items.map(({ amount }: { amount: number }) => amount);
    };
    let acknowledged = 0;
    let isOver = false;
    const write = async () => {
      for (let amount = 1; !isOver; amount++) {
        const rates = nights.map((night) => ({ ...night, amount, currency: 'EUR' }));
        const process = amount % cluster.size;
        const { api } = cluster.world(process, account.userId);
        const answer = await api.patch('/v2/spotrates', rates).catch(() => undefined);
        if (answer?.status !== 200) continue;
        acknowledged = amount;
        // Every process must see the rates of this request, even while later requests are pending.
        const reader = (process + 1) % cluster.size;
        const amounts = await storedAmounts(reader).catch(() => undefined);
        if (amounts) expect([amounts.length, Math.min(...amounts) >= amount]).toEqual([nights.length, true]);
      }
    };
    const writing = write();
    await killThem();
    isOver = true;
    await writing;
    expect(acknowledged).toBeGreaterThan(3);
    const settled = await until(async () => {
      const amounts = await storedAmounts(0);
      return amounts.length === nights.length && new Set(amounts).size === 1 ? amounts : undefined;
    });
    expect(settled[0]).toBeGreaterThanOrEqual(acknowledged);
  }, 180_000);
});

function nonEmpty<Item>(items: Item[]): Item[] | undefined {
  return items.length > 0 ? items : undefined;
}

function sameNights(shown: Map<string, number>, expected: Map<string, number>): boolean {
  return shown.size === expected.size && [...expected].every(([night, id]) => shown.get(night) === id);
}
