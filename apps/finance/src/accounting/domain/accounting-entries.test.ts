import fc from 'fast-check';
import { aBooking } from '../../testing/any-booking';
import { containedTaxesOf, sharesOf } from '../../statements/domain/booking-shares';
import { entriesOfBooking, type Posting, type Purpose } from './accounting-entries';

const anySettings = fc.record({
  counted_by: fc.constantFrom('arrival', 'departure', 'nightly'),
  host_fees_borne_by: fc.constantFrom('owner', 'manager', 'proportion'),
  commission_on: fc.constantFrom('gross', 'net'),
});

const sum = (amounts: number[]) => amounts.reduce((total, amount) => total + amount, 0);
const posted = (entries: Posting[], purpose: Purpose) =>
  sum(entries.flatMap(({ postings }) => postings.filter(([name]) => name === purpose).map(([, amount]) => amount)));

describe('the accounting entries of a booking', () => {
  it('each add up to 0 for all statement settings', () => {
    fc.assert(
      fc.property(aBooking, anySettings, (booking, settings) => {
        const fee = { fee_id: 9, description: 'other', amount: 1_234, currency_code: 'EUR' };
        const entries = entriesOfBooking(booking, [fee], settings);
        for (const { postings } of entries) expect(sum(postings.map(([, amount]) => amount))).toBe(0);
        const { taxes, channel_taxes } = sharesOf(booking);
        const contained = (isOfChannel: boolean) =>
          sum(containedTaxesOf(booking).map((tax) => (tax.is_channel_managed === isOfChannel ? tax.amount : 0)));
        expect(posted(entries, 'taxes_payable')).toBe(-taxes - contained(false) + 0);
        expect(posted(entries, 'channel_taxes')).toBe(-channel_taxes - contained(true) + 0);
      }),
    );
  });

  it('credit the owner with the same amount whether or not prices include taxes', () => {
    fc.assert(
      fc.property(aBooking, anySettings, (booking, settings) => {
        const without = { ...booking, contained_taxes: [] };
        const owed = [booking, without].map((one) => posted(entriesOfBooking(one, [], settings), 'owner_payable'));
        expect(owed[0]).toBe(owed[1]);
      }),
    );
  });
});
