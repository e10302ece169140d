import { type BookingUnderTest, startBookingUnderTest } from '../testing/booking-under-test';

let booking: BookingUnderTest;
beforeAll(async () => void (booking = await startBookingUnderTest()));
afterAll(() => booking.stop());

const dates = 'available_from=2030-07-05&available_to=2030-07-08';

describe('GET v2/propertysearch', () => {
  it.each([
    [
      'available_from=2030-07-05',
      /query parameter available_to: .*expected a calendar date together with available_from/,
    ],
    [
      'available_to=2030-07-05',
      /query parameter available_from: .*expected a calendar date together with available_to/,
    ],
    [
      'available_from=2030-07-05&available_to=2030-07-05',
      /query parameter available_to: .*expected a date after available_from, 2030-07-05/,
    ],
    [
      'available_from=2030-07-05&available_to=2031-07-07',
      /query parameter available_to: .*expected at most 366 nights .* not 367/,
    ],
    [
      'available_from=2030-02-30&available_to=2030-03-02',
      /query parameter available_from: .*expected a calendar date that exists/,
    ],
    ['guests_min=4&guests_max=2', /query parameter guests_max: .*expected at least guests_min, 4, not 2/],
    [`${dates}&rate_min=-1`, /query parameter rate_min: .*expected an amount of 0 or more/],
    [`${dates}&rate_min=20&rate_max=10`, /query parameter rate_max: .*expected at least rate_min, 20, not 10/],
    [`${dates}&adults=0`, /query parameter adults: .*expected at least 1/],
    [`${dates}&adults=many`, /query parameter adults: .*expected a whole number/],
    ['property_ids=x', /query parameter property_ids: .*"x" is not an id/],
    ['include_tag_ids[0]=sea', /query parameter include_tag_ids: .*"sea" is not an id/],
    ['evaluate_rules=perhaps', /query parameter evaluate_rules: .*expected true or false/],
    ['limit=1001', /query parameter limit: .*/],
  ])('refuses ?%s', async (query, message) => {
    const { api } = await booking.anAccount();
    const { status, body } = await api.get(`/v2/propertysearch?${query}`);
    expect([status, body.messages.join(' ')]).toEqual([400, expect.stringMatching(message)]);
  });
});
