import { subscriptionTypes } from '@keyhaven/contracts/webhook/categories';
import type { BookingRecord } from './booking-record';
import { bookingCategories } from './categories';

const booking = {
  status: 'active',
  type: 'booking',
  property_id: 1,
  arrival: '2027-07-01',
  departure: '2027-07-08',
  charges: [{}],
  total_amount: 100,
  total_paid: 0,
  total_refunded: 0,
  total_host_fees: 0,
  total_owed: 100,
  notes: '',
} as unknown as BookingRecord;
const canceled = { ...booking, status: 'canceled', total_owed: 0 } as BookingRecord;
const sorted = (after: BookingRecord, before?: BookingRecord) => bookingCategories(after, before).sort();

describe('the event categories of a booking', () => {
  it('include "financial" when total_owed changes while charges and status stay the same', () => {
    expect(sorted({ ...canceled, total_owed: 200 }, canceled)).toEqual(['financial']);
    expect(sorted({ ...booking, total_paid: 100, total_owed: 0 }, booking)).toEqual(['financial']);
    expect(sorted({ ...booking, charges: [], total_amount: 0, total_owed: 0 }, booking)).toEqual(['charge']);
    expect(sorted(canceled, booking)).toEqual(['availability', 'canceled']);
    expect(sorted({ ...booking, status: 'pending' }, booking)).toEqual(['availability']);
  });

  it('include "charge" when the discount code changes', () => {
    expect(sorted({ ...booking, discount_code: 'SUMMER' }, { ...booking, discount_code: null })).toEqual(['charge']);
  });

  it('include "canceled" when a canceled booking is restored', () => {
    expect(sorted(booking, canceled)).toEqual(['availability', 'canceled']);
  });

  it('are the categories that clients can subscribe to, and "other"', () => {
    const changes = [canceled, { departure: '2027-07-09' }, { total_amount: 90 }, { total_paid: 1 }, { notes: 'late' }];
    const published = new Set(changes.flatMap((change) => sorted({ ...booking, ...change }, booking)));
    expect([...published].sort()).toEqual([...subscriptionTypes.booking.categories, 'other'].sort());
  });
});
