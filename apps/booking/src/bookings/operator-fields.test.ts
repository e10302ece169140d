import { operatorFields } from '@keyhaven/contracts/booking/booking-input';
import { aCharge } from '../testing/a-charge';
import { july } from '../testing/a-booking';
import { type BookingUnderTest, startBookingUnderTest } from '../testing/booking-under-test';

/** Two values of a field, and how a GET returns these values. */
interface Example {
  values: [first: unknown, later: unknown];
  /** Fields that the requests must send together with the tested field. */
  sentWith?: object;
  /**
   * The fields that a GET must return after a value was written. By default, only the written
   * field, with this value.
   */
  shown?: (value: any) => object;
}

const canceled = { status: 'canceled' };
const agreement = { date: '2026-06-01T10:00:00Z', name: 'House rules', url: 'https://example.com/rules' };
const channel = { name: 'Airbnb', platform_reservation_number: 'HM1', platform_email_address: 'guest@example.com' };
const insurance = { can_purchase: true, is_purchased: false, purchase_url: 'https://example.com/insure' };

/** An example for each field that only operators write. */
const examples: Record<keyof typeof operatorFields.shape, Example> = {
  booked_utc: { values: ['2025-03-04T05:06:07Z', '2025-03-05T05:06:07Z'] },
  canceled_utc: { values: ['2025-03-04T05:06:07Z', '2025-03-05T05:06:07Z'], sentWith: canceled },
  currency_code: { values: ['CHF', 'USD'] },
  channel: {
    values: [channel, { ...channel, platform_reservation_number: 'HM2', platform_email_address: null }],
    // The API does not return the name of the channel, but the name of the listing site.
    shown: ({ name: _inMessages, ...shown }: typeof channel) => shown,
  },
  cancellation_policy_description: { values: ['Strict', 'Flexible'] },
  agreements: { values: [[agreement], [agreement, { ...agreement, name: 'Damage waiver' }]] },
  travel_insurance: { values: [insurance, { can_purchase: false, is_purchased: true }] },
  door_codes: { values: [[{ code: '4711', lock_names: ['Front door'] }], [{ code: '0815', lock_names: [] }]] },
  charges: { values: [[aCharge('rent', 100)], [aCharge('rent', 90)]] },
  retained_amount: {
    values: [30, 40],
    sentWith: canceled,
    // Nothing is paid, so the guest owes the whole retained amount.
    shown: (total_owed: number) => ({ total_owed }),
  },
};

let booking: BookingUnderTest;
beforeAll(async () => {
  booking = await startBookingUnderTest();
});
afterAll(() => booking.stop());

describe('the operator-only field', () => {
  it.each(Object.keys(operatorFields.shape) as (keyof typeof examples)[])(
    '%s is returned with the value that a POST or a PATCH has set',
    async (field) => {
      const { values, sentWith, shown = (value: unknown) => ({ [field]: value }) } = examples[field];
      const { api, operator } = await booking.anAccount();
      const property_id = await operator.property();
      const read = async (id: number) => (await api.get(`/v2/bookings/${id}?include_door_codes=true`)).body as unknown;
      const [first, later] = values;
      const { id } = await operator.booking({ property_id, ...july, ...sentWith, [field]: first });
      expect(await read(id)).toMatchObject(shown(first));
      const changed = await operator.patch(`/bookings/${id}`, { ...sentWith, [field]: later });
      expect([changed.status, changed.body.messages]).toEqual([200, undefined]);
      expect(await read(id)).toMatchObject(shown(later));
    },
  );
});
