import type { Charge } from '@keyhaven/contracts/booking/charge';
import { services } from '@keyhaven/contracts/platform/services';
import { surcharge } from '@keyhaven/stays/charges/worked-examples/example';
import { publishedAccount } from '@keyhaven/testing/published-event';
import { type BookingUnderTest, startBookingUnderTest } from '../testing/booking-under-test';

let booking: BookingUnderTest;
beforeAll(async () => void (booking = await startBookingUnderTest()));
afterAll(() => booking.stop());

const cleaning = surcharge('cleaning', { id: 5, amount: 50, is_commission_all: true });
const stay = { arrival: '2030-07-01', departure: '2030-07-04', adults: 2 };
const later = { arrival: '2030-08-01', departure: '2030-08-04', adults: 2 };

/** Returns how the cleaning charge is divided between owner and manager. */
function cleaningOf({ charges }: { charges: Charge[] }) {
  const charge = charges.find(({ type }) => type === 'surcharge');
  return charge && { owner: charge.owner_amount, commission: charge.commission_amount };
}

describe('a charge with is_commission_all', () => {
  it.each([
    [true, { owner: 0, commission: 50 }],
    [false, { owner: 50, commission: 0 }],
  ])(
    'goes to the manager only if the account managed properties for owners at the time of booking (managed: %s)',
    async (is_property_management, expected) => {
      const { api, userId, operator } = await booking.anAccount({ is_property_management });
      const property_id = await operator.property();
      booking.peers.define(property_id, { surcharges: [{ ...cleaning, currency_code: 'EUR' }] });
      const quoted = await api.post('/v2/quotes', { property_id, ...stay });
      const booked = await api.post('/v2/bookings', { property_id, ...later, generate_charges: true });
      const changed = publishedAccount(userId, { is_property_management: !is_property_management }, 2);
      await booking.bus.publish(services.identity.topic, [changed]);
      const again = await api.patch(`/v2/bookings/${booked.body.id}`, { generate_charges: true });
      expect([quoted, booked, again].map(({ body }) => cleaningOf(body))).toEqual([expected, expected, expected]);
    },
  );
});
