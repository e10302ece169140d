import fc from 'fast-check';
import { aBooking } from '../../testing/any-booking';
import { containedTaxesOf, type CountedBooking, sharesByMonth, sharesOf } from './booking-shares';
import { linesOfBooking, ownersPartOfFee } from './ledger-lines';

const settings = { counted_by: 'arrival', host_fees_borne_by: 'owner', commission_on: 'gross' } as const;

const rent = { type: 'rent', is_channel_managed: false, description: 'Rent' };
const channelTax = { type: 'tax', is_channel_managed: true, description: 'City tax', owner: 0, commission: 0 };
const parts = ['owner', 'commission', 'taxes', 'channel_taxes', 'expenses'] as const;

describe("the shares into which a statement divides a booking's amount", () => {
  it('add up to the amount of each month and of the whole booking', () => {
    fc.assert(
      fc.property(aBooking, fc.constantFrom('arrival', 'departure', 'nightly'), (booking, by) => {
        const whole = sharesOf(booking);
        const months = sharesByMonth(booking, by);
        for (const shares of [whole, ...months]) {
          expect(parts.reduce((sum, part) => sum + shares[part], 0)).toBe(shares.amount);
        }
        for (const part of [...parts, 'amount'] as const) {
          expect(months.reduce((sum, month) => sum + month[part], 0)).toBe(whole[part]);
        }
      }),
    );
  });

  it('divide the retained amount of a canceled booking, and belong to the month of the cancellation', () => {
    const charges = [{ ...rent, amount: 100_000, owner: 80_000, commission: 20_000 }];
    const booking = counted({ charges, canceled: { on: '2026-02-11', retained: 30_000 } });
    expect(sharesByMonth(booking, 'nightly')).toEqual([
      expect.objectContaining({ month: '2026-02', amount: 30_000, owner: 24_000, commission: 6_000 }),
    ]);
  });

  it('divide a retained amount in proportion to the charges without the taxes that the channel remits', () => {
    const charges = [
      { ...rent, amount: 100_000, owner: 80_000, commission: 20_000 },
      { ...channelTax, is_channel_managed: false, amount: 20_000 },
      { ...channelTax, amount: 30_000 },
    ];
    const booking = counted({ charges, canceled: { on: '2026-02-11', retained: 60_000 } });
    expect(sharesOf(booking)).toEqual({
      amount: 60_000,
      owner: 40_000,
      commission: 10_000,
      taxes: 10_000,
      channel_taxes: 0,
      expenses: 0,
    });
    expect(sharesOf({ ...booking, canceled: undefined })).toMatchObject({ amount: 150_000, channel_taxes: 30_000 });
  });

  it('split a retained amount between owner and manager, with the commission computed from the exact rate', () => {
    // 4.35 % of 30.00 is 1.305. In floating-point numbers the product is slightly smaller, and would be rounded down.
    const booking = counted({
      charges: [],
      canceled: { on: '2026-02-11', retained: 3000 },
      owner_commission_percent: 4.35,
    });
    expect(sharesOf(booking)).toMatchObject({ amount: 3000, owner: 2869, commission: 131 });
  });

  it('split a retained amount between owner and manager by the commission rate if only taxes that the channel remits were charged', () => {
    const charges = [{ ...channelTax, amount: 30_000 }];
    const canceled = { on: '2026-02-11', retained: 10_000 };
    expect(sharesOf(counted({ charges, canceled, owner_commission_percent: 25 }))).toMatchObject({
      amount: 10_000,
      owner: 7_500,
      commission: 2_500,
      channel_taxes: 0,
    });
  });

  it('are split among months by the number of nights if counted_by is nightly', () => {
    const charges = [{ ...rent, amount: 70_000, owner: 56_000, commission: 14_000 }];
    const booking = counted({ charges, arrival: '2026-05-30', departure: '2026-06-06' });
    const months = sharesByMonth(booking, 'nightly');
    expect(months.map(({ month, amount, owner }) => [month, amount, owner])).toEqual([
      ['2026-05', 20_000, 16_000],
      ['2026-06', 50_000, 40_000],
    ]);
  });

  it("are owed by the owner if the booking is the owner's own stay", () => {
    const charges = [{ ...rent, type: 'surcharge', amount: 9_000, owner: 0, commission: 9_000 }];
    const [line] = linesOfBooking(counted({ type: 'owner', charges }), settings);
    expect(line).toMatchObject({ month: '2026-05', amount: -9_000 });
  });
});

describe('the taxes included in a retained amount', () => {
  it('are the same percentage of this amount as of the charges, not counting taxes that the channel remits', () => {
    const charges = [
      { ...rent, amount: 100_000, owner: 80_000, commission: 20_000 },
      { ...channelTax, amount: 25_000 },
    ];
    const contained_taxes = [{ tax_id: 7, description: 'VAT', amount: 10_000, is_channel_managed: false }];
    const canceled = { on: '2026-02-11', retained: 50_000 };
    expect(containedTaxesOf(counted({ charges, contained_taxes, canceled }))).toMatchObject([{ amount: 5_000 }]);
  });
});

describe('a host fee of 10,000 cents', () => {
  const charges = [{ ...rent, amount: 100_000, owner: 80_000, commission: 20_000 }];
  it.each([
    ['owner', 'gross', -10_000],
    ['owner', 'net', -8_000],
    ['manager', 'gross', 0],
    ['manager', 'net', 2_000],
    ['proportion', 'gross', -8_000],
  ] as const)(
    "with host_fees_borne_by %s and commission_on %s changes the owner's share by %d cents",
    (host_fees_borne_by, commission_on, expected) => {
      const booking = counted({ charges });
      expect(ownersPartOfFee(10_000, booking, { ...settings, host_fees_borne_by, commission_on })).toBe(expected);
    },
  );

  it.each([
    ['owner', 'gross', -10_000],
    ['owner', 'net', -10_000],
    ['manager', 'gross', 0],
    ['manager', 'net', 0],
    ['proportion', 'gross', -8_000],
    ['proportion', 'net', -8_000],
  ] as const)(
    "for a canceled booking of which nothing is retained, with host_fees_borne_by %s and commission_on %s, changes the owner's share by %d cents",
    (host_fees_borne_by, commission_on, expected) => {
      const booking = counted({ charges, canceled: { on: '2026-02-11', retained: 0 } });
      expect(ownersPartOfFee(10_000, booking, { ...settings, host_fees_borne_by, commission_on })).toBe(expected);
    },
  );
});

function counted(more: Partial<CountedBooking>): CountedBooking {
  return {
    booking_id: 1,
    type: 'booking',
    property_id: 2,
    owner_id: 3,
    arrival: '2026-05-01',
    departure: '2026-05-08',
    currency_code: 'EUR',
    charges: [],
    contained_taxes: [],
    owner_commission_percent: null,
    ...more,
  };
}
