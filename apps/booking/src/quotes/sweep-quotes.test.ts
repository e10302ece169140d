import { aQuote, letExpire } from '../testing/a-quote';
import { type BookingUnderTest, startBookingUnderTest } from '../testing/booking-under-test';
import { expiredQuotes } from './sweep-quotes';

let booking: BookingUnderTest;
beforeAll(async () => void (booking = await startBookingUnderTest()));
afterAll(() => booking.stop());

describe('the sweep of expired quotes', () => {
  it('does not read deleted quotes', async () => {
    const { api, quote } = await aQuote(booking);
    await api.delete(`/v2/quotes/${quote.id}`);
    await letExpire(booking, quote.id);
    const stays = booking.connection.collection('stays');
    const due = stays.find(expiredQuotes(new Date())).sort({ 'quote.expires_utc': 1 }).limit(200);
    const { queryPlanner, executionStats } = await due.explain('executionStats');
    expect(JSON.stringify(queryPlanner)).toContain('"indexName":"open_quotes_by_expiry"');
    expect([executionStats.nReturned, executionStats.totalKeysExamined]).toEqual([0, 0]);
  });
});
