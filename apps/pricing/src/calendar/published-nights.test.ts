import type { ChangedRange } from '@keyhaven/contracts/pricing/calendar-change';
import { services } from '@keyhaven/contracts/platform/services';
import type { ChangeEvent } from '@keyhaven/events/change-event';
import { aPricedProperty, categoriesOf, type PricedProperty, rangesOf } from '../testing/calendar-events';
import { daysFromNow as day, type PricingUnderTest, startPricingUnderTest } from '../testing/pricing-under-test';

let service: PricingUnderTest;
beforeAll(async () => {
  service = await startPricingUnderTest();
});
afterAll(() => service.stop());

const adjuster = {
  ...{ type: 'rate_adjuster', active: true, mode: 'percent_of_rent', percent: 10, amount: null, amounts: [] },
  ...{ currency_code: 'EUR', property_ids: [], listing_site_ids: [], season_ids: [] },
  criteria: { stay_dates: [], weekdays: [] },
};
const summer = { name: 'Summer', from: day(20), to: day(30), currency_code: 'EUR' };
const stay = { arrival: day(5), departure: day(7) };
const soon = new Date(Date.now() + 3_600_000).toISOString();

/**
 * A case of the test: what exists before a change, the change, and the categories that the event of
 * the change must have.
 */
type Cause = [
  name: string,
  change: (place: PricedProperty, given: number) => Promise<unknown>,
  /**
   * The expected categories of the nights 5, 25 and 60 days from today. `far`: the expected categories of the nights
   * 1,200 days before and after today. No stay can include both such a night and a night near today.
   */
  named: [string, string, string, far: string],
  given?: (place: PricedProperty) => Promise<number>,
];

const idOf = async (answer: Promise<{ body: Record<string, any> }>): Promise<number> =>
  (await answer).body.id as number;
const publishAdjuster = ({ account }: PricedProperty, action: ChangeEvent['action']) =>
  account.publish(services.fees.topic, {
    ...{ entity_type: 'surcharge', entity_id: account.userId, entity: adjuster, action },
  });
const patchPricing = ({ account, property }: PricedProperty, settings: object) =>
  account.operator.patch(`/properties/${property}/pricing`, settings);

const causes: Cause[] = [
  [
    'a booking',
    ({ account, property }) => account.booking({ property_id: property, ...stay }),
    ['availability', 'availability', 'availability', ''],
  ],
  [
    'a hold of a quote',
    ({ account, property }) =>
      account.booking(
        { property_id: property, ...stay, type: 'quote_hold', status: 'pending', pending_until_utc: soon },
        { private: { expires_utc: soon } },
      ),
    ['availability', 'availability', 'availability', ''],
  ],
  [
    'a stay at a linked property',
    ({ account, property }) =>
      account.booking(
        { property_id: property, ...stay, type: 'linked_availability' },
        { private: { source_booking_id: 1, source_type: 'booking' } },
      ),
    ['availability', 'availability', 'availability', ''],
  ],
  [
    'a season with a rate',
    ({ account }) => account.operator.post('/seasons', { ...summer, rate: { amount: 150 } }),
    ['availability', 'availability rates', 'availability', ''],
  ],
  [
    'a yearly season',
    ({ account }) => account.operator.post('/seasons', { ...summer, from: '01-01', to: '12-31', rate: { amount: 9 } }),
    ['availability rates', 'availability rates', 'availability rates', 'availability rates'],
  ],
  [
    'a season with a rule',
    ({ account }) => account.operator.post('/seasons', { ...summer, rules: { min_nights: 3 } }),
    ['availability', 'availability rules', 'availability', ''],
  ],
  [
    'a holiday',
    ({ account }) => account.operator.post('/holidays', { name: 'Fair', from: day(25) }),
    ['', 'rules', '', ''],
  ],
  [
    'a spot rate',
    ({ account, property }) =>
      account.api.patch('/v2/spotrates', [{ property_id: property, date: day(25), amount: 90, currency: 'EUR' }]),
    ['availability', 'availability rates', 'availability', ''],
  ],
  [
    'a rule for a single night',
    ({ account, property }) =>
      account.api.patch('/v2/spotrates', [{ property_id: property, date: day(25), min_nights: 2, currency: 'EUR' }]),
    ['availability', 'availability rules', 'availability', ''],
  ],
  [
    "a change of a property's rate",
    ({ account, property }) =>
      account.operator.patch(`/properties/${property}/pricing`, { default_rate: { amount: 120 } }),
    ['availability rates', 'availability rates', 'availability rates', 'availability rates'],
  ],
  [
    "a change of a property's rule",
    ({ account, property }) => account.operator.patch(`/properties/${property}/pricing`, { rules: { min_nights: 2 } }),
    ['availability rules', 'availability rules', 'availability rules', 'availability rules'],
  ],
  [
    'a change of the booking window',
    ({ account, property }) => account.operator.patch(`/properties/${property}/pricing`, { booking_window_days: 40 }),
    ['availability rates rules', 'availability rates rules', 'availability rates rules', 'availability rates rules'],
  ],
  [
    'a rate adjuster',
    ({ account }) =>
      account.publish(services.fees.topic, { entity_type: 'surcharge', entity_id: account.userId, entity: adjuster }),
    ['availability rates', 'availability rates', 'availability rates', 'availability rates'],
  ],
  [
    'the snoozing of a property',
    ({ account, property }) => account.changeProperty(property, { is_snoozed: true }),
    ['availability', 'availability', 'availability', 'availability'],
  ],
  [
    'the deactivation of a property',
    ({ account, property }) => account.changeProperty(property, { active: false }),
    ['availability', 'availability', 'availability', 'availability'],
  ],
  [
    "a change of a property's time zone",
    ({ account, property }) => account.changeProperty(property, { time_zone: 'Pacific/Auckland' }),
    ['availability rates rules', 'availability rates rules', 'availability rates rules', 'availability rates rules'],
  ],
  [
    "a change of the account's time zone",
    ({ account }) =>
      account.publish(services.identity.topic, {
        ...{ entity_type: 'account', entity_id: account.userId },
        entity: { currency_code: 'EUR', time_zone: 'Asia/Tokyo' },
      }),
    ['availability rates rules', 'availability rates rules', 'availability rates rules', 'availability rates rules'],
  ],
  [
    'a cancellation',
    ({ account, property }, id) => account.booking({ property_id: property, ...stay, id, status: 'canceled' }),
    ['availability', 'availability', 'availability', ''],
    ({ account, property }) => account.booking({ property_id: property, ...stay }),
  ],
  [
    'the deletion of a season',
    ({ account }, id) => account.operator.delete(`/seasons/${id}`),
    ['availability', 'availability rates', 'availability', ''],
    ({ account }) => idOf(account.operator.post('/seasons', { ...summer, rate: { amount: 150 } })),
  ],
  [
    'the deletion of a holiday',
    ({ account }, id) => account.operator.delete(`/holidays/${id}`),
    ['', 'rules', '', ''],
    ({ account }) => idOf(account.operator.post('/holidays', { name: 'Fair', from: day(25) })),
  ],
  [
    'the deletion of a rate adjuster',
    (place) => publishAdjuster(place, 'entity_delete'),
    ['availability rates', 'availability rates', 'availability rates', 'availability rates'],
    async (place) => {
      await publishAdjuster(place, 'entity_create');
      return place.account.userId;
    },
  ],
  [
    'the deletion of a property',
    ({ account, property }) =>
      account.publish(services.booking.topic, {
        ...{ entity_type: 'property', entity_id: property, action: 'entity_delete', entity: { id: property } },
      }),
    ['availability rates rules', 'availability rates rules', 'availability rates rules', 'availability rates rules'],
  ],
  [
    "a change of the account's currency",
    ({ account }) =>
      account.publish(services.identity.topic, {
        ...{ entity_type: 'account', entity_id: account.userId },
        entity: { currency_code: 'GBP', time_zone: 'Europe/Rome' },
      }),
    ['availability rates rules', 'availability rates rules', 'availability rates rules', 'availability rates rules'],
  ],
  [
    'a change of the advance notice',
    (place) => patchPricing(place, { advance_notice_days: 3 }),
    ['availability rules', 'availability rules', 'availability rules', 'availability rules'],
  ],
  [
    'a change of the end of same-day arrivals',
    (place) => patchPricing(place, { same_day_until: '12:00' }),
    ['availability rules', 'availability rules', 'availability rules', 'availability rules'],
  ],
  [
    'a change of a required gap',
    (place) => patchPricing(place, { required_gap_before: 2 }),
    ['availability rules', 'availability rules', 'availability rules', 'availability rules'],
  ],
  [
    'a change of the minimum stay in a gap',
    (place) => patchPricing(place, { min_nights_in_gap: 1 }),
    ['availability rules', 'availability rules', 'availability rules', 'availability rules'],
  ],
];

describe('a calendar event', () => {
  const published = new Map<string, ChangedRange[][]>();
  beforeAll(async () => {
    const publish = async ([cause, change, , given]: Cause) => {
      const place = await aPricedProperty(service);
      const before = given ? await given(place) : 0;
      published.set(cause, await rangesOf(service, place.account.userId, place.property, () => change(place, before)));
    };
    await Promise.all(causes.map(publish));
  }, 60_000);

  it.each(causes)('contains the nights that %s may have changed', (cause, _change, named) => {
    const [ranges, ...others] = published.get(cause)!;
    const [near, far] = [
      [5, 25, 60],
      [-1200, 1200],
    ].map((offsets) => offsets.map((offset) => categoriesOf(ranges!, day(offset)).join(' ')));
    expect({ near, far }).toEqual({ near: named.slice(0, 3), far: [named[3], named[3]] });
    expect(others).toEqual([]);
  });
});
