import { subscriptionTypes } from '@keyhaven/contracts/webhook/categories';
import { quoteCategories } from './quote-categories';
import type { QuoteRecord } from './quote-record';

const quote = {
  status: 'open',
  property_id: 1,
  arrival: '2027-07-01',
  departure: '2027-07-08',
  hold_dates: false,
  charges: [{}],
  total_amount: 100,
  currency_code: 'EUR',
  notes: '',
} as unknown as QuoteRecord;
const held = { ...quote, hold_dates: true };
const moved = { departure: '2027-07-09' };
const sorted = (after: QuoteRecord, before?: QuoteRecord) => quoteCategories(after, before).sort();

describe('the event categories of a quote', () => {
  it('include "availability" after a change of dates only for a quote that holds its nights', () => {
    expect(sorted({ ...held, ...moved }, held)).toEqual(['availability', 'dates']);
    expect(sorted({ ...quote, ...moved }, quote)).toEqual(['dates']);
    expect(sorted({ ...held, status: 'expired', ...moved }, { ...held, status: 'expired' })).toEqual(['dates']);
  });

  it('are the categories that clients can subscribe to, and "other"', () => {
    const changes: Partial<QuoteRecord>[] = [moved, { status: 'expired' }, { total_amount: 90 }, { notes: 'late' }];
    const published = new Set([...changes.flatMap((change) => sorted({ ...held, ...change }, held)), ...sorted(held)]);
    expect([...published].sort()).toEqual([...subscriptionTypes.quote.categories, 'other'].sort());
  });
});
