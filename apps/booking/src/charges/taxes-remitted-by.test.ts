import type { Charge } from '@keyhaven/contracts/booking/charge';
import { services } from '@keyhaven/contracts/platform/services';
import { publishedAccount } from '@keyhaven/testing/published-event';
import { tax } from '@keyhaven/stays/charges/worked-examples/example';
import { type BookingUnderTest, startBookingUnderTest } from '../testing/booking-under-test';

let booking: BookingUnderTest;
beforeAll(async () => void (booking = await startBookingUnderTest()));
afterAll(() => booking.stop());

const cityTax = tax({ id: 5, description: 'City tax', mode: 'per_stay', amount: 30 });
const stay = { arrival: '2030-07-01', departure: '2030-07-04', adults: 2 };
const later = { arrival: '2030-08-01', departure: '2030-08-04', adults: 2 };

async function anAccountWithTax(settings: Parameters<BookingUnderTest['anAccount']>[0]) {
  const account = await booking.anAccount({ is_property_management: true, ...settings });
  const property_id = await account.operator.property({ owner_commission_percent: 20 });
  booking.peers.define(property_id, { taxes: [cityTax] });
  return { ...account, property_id };
}

/** Returns how the tax is divided between owner and manager. */
function taxOf({ charges }: { charges: Charge[] }) {
  const tax = charges.find(({ type }) => type === 'tax');
  return tax && { amount: tax.amount, owner: tax.owner_amount, commission: tax.commission_amount };
}

const ownersTax = { amount: 30, owner: 30, commission: 0 };
const managersTax = { amount: 30, owner: 0, commission: 0 };

describe('taxes_remitted_by', () => {
  it.each([
    [{ taxes_remitted_by: 'owner' }, ownersTax],
    [{ taxes_remitted_by: 'manager' }, managersTax],
    [{}, managersTax],
  ] as const)(
    'decides whether the owner or the manager gets the tax of test quotes, quotes and bookings (settings: %j)',
    async (settings, expected) => {
      const { api, property_id } = await anAccountWithTax(settings);
      const tested = await api.post('/v2/quotes', { property_id, ...stay, test: true });
      const quoted = await api.post('/v2/quotes', { property_id, ...stay });
      const booked = await api.post('/v2/bookings', { property_id, ...later, generate_charges: true });
      const accepted = await api.post('/v2/bookings', { quote_id: quoted.body.id });
      const answers = [tested, quoted, booked, accepted];
      expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
      expect(answers.map(({ body }) => taxOf(body))).toEqual([expected, expected, expected, expected]);
    },
  );

  it('is fixed when a quote or booking is created, and does not change when charges are generated again', async () => {
    const { api, userId, property_id } = await anAccountWithTax({ taxes_remitted_by: 'owner' });
    const quote = await api.post('/v2/quotes', { property_id, ...stay });
    const before = await api.post('/v2/bookings', { property_id, ...later, generate_charges: true });
    const changed = publishedAccount(userId, { is_property_management: true, taxes_remitted_by: 'manager' }, 2);
    await booking.bus.publish(services.identity.topic, [changed]);

    const kept = await api.get(`/v2/bookings/${before.body.id}`);
    const again = await api.patch(`/v2/bookings/${before.body.id}`, { generate_charges: true });
    const accepted = await api.post('/v2/bookings', { quote_id: quote.body.id });
    expect([kept, again, accepted].map(({ body }) => taxOf(body))).toEqual([ownersTax, ownersTax, ownersTax]);
    const autumn = { arrival: '2030-10-01', departure: '2030-10-04', adults: 2 };
    const after = await api.post('/v2/bookings', { property_id, ...autumn, generate_charges: true });
    expect(taxOf(after.body)).toEqual(managersTax);
  });
});
