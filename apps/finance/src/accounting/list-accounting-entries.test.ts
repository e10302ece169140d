import mongoose from 'mongoose';
import type { AccountingEntry } from '@keyhaven/contracts/finance/statement';
import { type FinanceUnderTest, startFinanceUnderTest, type TestAccount } from '../testing/finance-under-test';
import { aCharge } from '../testing/a-charge';

let service: FinanceUnderTest;
beforeAll(async () => {
  service = await startFinanceUnderTest();
});
afterAll(() => service.stop());

interface Query {
  filter: Record<string, unknown>;
  sort: Record<string, 1 | -1>;
}

/** Records the queries of a request that read copies of bookings. */
async function bookingQueriesOf(request: () => Promise<{ status: number }>): Promise<Query[]> {
  const queries: Query[] = [];
  mongoose.set('debug', (collection: string, method: string, filter: Query['filter'], { sort }: Query) => {
    if (collection === 'booking_copies' && method === 'find') queries.push({ filter, sort });
  });
  try {
    expect((await request()).status).toBe(200);
    return queries;
  } finally {
    mongoose.set('debug', false);
  }
}

async function documentsReadBy({ filter, sort }: Query): Promise<number> {
  const found = service.connection.collection('booking_copies').find(filter).sort(sort);
  const plan = (await found.explain('executionStats')) as { executionStats: { totalDocsExamined: number } };
  return plan.executionStats.totalDocsExamined;
}

/**
 * Books a stay of the maximum length that ends in June 2026, a short stay in that month, and a later stay that is
 * canceled in that month. Also books 20 stays in the month `before`, and 20 after June 2026.
 */
async function bookStays(account: TestAccount, before: string) {
  const charges = [aCharge('rent', 1000, 800, 200)];
  const book = (
    arrival: string,
    departure: string,
    more: Record<string, unknown> = {},
    hidden: Record<string, unknown> = {},
  ) => account.booking({ arrival, departure, charges, ...more }, hidden);
  for (let day = 10; day < 30; day++) {
    await book(`${before}-${day}`, `${before}-${day + 1}`);
    await book(`2026-09-${day}`, `2026-10-${day}`);
  }
  const cancellation = { status: 'canceled', canceled_utc: '2026-06-30T23:59:00.000Z' };
  return {
    longest: await book('2023-06-20', '2026-06-24'),
    short: await book('2026-06-10', '2026-06-12'),
    canceled: await book('2026-09-01', '2026-09-08', cancellation, { retained_amount: 500 }),
  };
}

describe('the accounting feed of a month', () => {
  it.each([
    ['of earlier months', 'arrival' as const, '2026-01'],
    ['that ended more than three years earlier', 'departure' as const, '2022-01'],
    ['that ended more than three years earlier', 'nightly' as const, '2022-01'],
  ])('does not read stays %s if bookings are counted by %s', async (_when, countedBy, before) => {
    const account = service.anAccount();
    const { longest, short, canceled } = await bookStays(account, before);
    const settings = `/operator/accounts/${account.userId}/statement_settings`;
    await service.asOperator().patch(settings, { counted_by: countedBy });
    const path = '/accounting_entries?month=2026-06';
    const entries: AccountingEntry[] = (await account.get(path)).body.items;
    const expected = countedBy === 'arrival' ? [short, canceled] : [longest, short, canceled];
    expect(entries.map(({ source_id }) => source_id).sort()).toEqual([...expected].sort());
    const queries = await bookingQueriesOf(() => account.get(path));
    const read = await Promise.all(queries.map(documentsReadBy));
    expect(read.reduce((sum, documents) => sum + documents, 0)).toBe(expected.length);
  });
});
