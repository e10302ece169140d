import { addDays } from '@keyhaven/stays/calendar-date';
import fc from 'fast-check';
import type { CountedBooking } from '../statements/domain/booking-shares';

const charge = fc
  .record({
    type: fc.constantFrom('rent', 'discount', 'surcharge', 'tax'),
    amount: fc.integer({ min: -50_000, max: 500_000 }),
    owner: fc.double({ min: 0, max: 1, noNaN: true }),
    commission: fc.double({ min: 0, max: 1, noNaN: true }),
    is_channel_managed: fc.boolean(),
  })
  .map(({ type, amount, owner, commission, is_channel_managed }) => ({
    type,
    is_channel_managed,
    description: type,
    amount,
    owner: Math.round(amount * owner),
    commission: Math.round(amount * (1 - owner) * commission),
  }));

const containedTax = fc.record({
  tax_id: fc.integer({ min: 1, max: 9 }),
  description: fc.constant('VAT'),
  amount: fc.integer({ min: 1, max: 90_000 }),
  is_channel_managed: fc.boolean(),
});

/** Generates active and canceled bookings, with amounts in minor units. */
export const aBooking = fc
  .record({
    charges: fc.array(charge, { maxLength: 6 }),
    contained_taxes: fc.array(containedTax, { maxLength: 3 }),
    start: fc.integer({ min: 0, max: 700 }),
    nights: fc.integer({ min: 1, max: 120 }),
    retained: fc.option(fc.integer({ min: 0, max: 900_000 }), { nil: undefined }),
    isOwner: fc.boolean(),
    owner_id: fc.constantFrom(3, null),
    percent: fc.option(fc.integer({ min: 0, max: 100 }), { nil: null }),
  })
  .map(({ charges, contained_taxes, start, nights, retained, isOwner, owner_id, percent }): CountedBooking => {
    const arrival = addDays('2026-01-01', start);
    return {
      booking_id: 1,
      type: isOwner ? 'owner' : 'booking',
      property_id: 2,
      owner_id,
      arrival,
      departure: addDays(arrival, nights),
      currency_code: 'EUR',
      charges,
      contained_taxes,
      ...(retained === undefined ? {} : { canceled: { on: '2026-03-09', retained } }),
      owner_commission_percent: percent,
    };
  });
