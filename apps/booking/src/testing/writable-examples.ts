import { discount } from '@keyhaven/stays/charges/worked-examples/example';
import type { TestAccount } from './booking-under-test';

const codes = ['SUMMER', 'AUTUMN'] as const;
/**
 * The discounts whose codes are used as examples of `discount_code`. These discounts must be
 * defined in the stub of fees for the property.
 */
export const exampleDiscounts = codes.map((discount_code, at) => ({
  ...discount('promotion', { id: at + 1, percent: 10, criteria: { discount_code } }),
  currency_code: 'EUR',
}));

/** Two values for each writable field. A test fails if a field of the contract has no example. */
export async function makeExamples({
  operator,
  api,
}: TestAccount): Promise<Record<string, [first: unknown, later: unknown]>> {
  const guest = async (first_name: string) => (await api.post('/v2/guests', { first_name })).body.id as number;
  return {
    property_id: [await operator.property(), await operator.property()],
    arrival: ['2030-07-02', '2030-07-03'],
    departure: ['2030-07-08', '2030-07-07'],
    check_in: ['15:30', '16:30'],
    check_out: ['09:30', '08:30'],
    adults: [2, 3],
    children: [1, 2],
    infants: [1, 2],
    pets: [1, 2],
    guest_id: [await guest('Ida'), await guest('Eva')],
    listing_site_id: [
      await operator.listingSite(),
      await operator.listingSite({ name: 'Vrbo', domain: 'vrbo.example' }),
    ],
    notes: ['late arrival', 'early arrival'],
    title: ['Summer', 'Autumn'],
    check_in_end: ['21:00', '22:00'],
    cleaning_date: ['2030-07-09T10:00:00Z', '2030-07-10T10:00:00Z'],
    tags: [['direct'], ['returning', 'vip']],
    fields: [[{ code: 'gate', value: '12' }], [{ code: 'gate', value: '34' }]],
    status: ['pending', 'active'],
    hold_dates: [true, false],
    is_block: [true, false],
    discount_code: [...codes],
    listing_site: ['Airbnb', 'Vrbo'],
    expires_utc: ['2030-06-01T10:00:00Z', '2030-06-02T10:00:00Z'],
    redirect_after_booking_url: ['https://one.example/thanks', 'https://two.example/thanks'],
  };
}
