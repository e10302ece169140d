import { services } from '@keyhaven/contracts/platform/services';
import { resyncTopic } from '@keyhaven/events/change-event';
import { operatorPath, success, withKey } from '@keyhaven/testing/crash/requests';
import { unlessSettled } from '@keyhaven/testing/crash/unless-settled';
import type { World, WritePath } from '@keyhaven/testing/crash/write-path';
import { publishedEvent } from '@keyhaven/testing/published-event';
import { daysFromNow } from '../pricing-under-test';

const [first, last] = [daysFromNow(30), daysFromNow(33)];

/**
 * Creates a property with a price, and reads its calendar, so that the process caches the nights.
 * @param number the number of the property within the account.
 */
async function aReadProperty(world: World, number = 1): Promise<number> {
  const id = world.userId + number;
  const entity = { active: true, is_snoozed: false, time_zone: null, currency_code: 'EUR', max_guests: 4 };
  const property = publishedEvent(world.userId, { entity_type: 'property', entity_id: id, entity });
  await world.deliver(services.booking.topic, property);
  const pricing = operatorPath(world, `/properties/${id}/pricing`);
  await success(world.operator.patch(pricing, { default_rate: { amount: 100 } }));
  await nightsOf(world, id);
  return id;
}

async function nightsOf({ api }: World, propertyId: number): Promise<Record<string, any>[]> {
  const { body } = await api.get(`/v2/calendar/${propertyId}?from=${first}&to=${last}`);
  return body.days ?? [];
}

/**
 * Waits until the calendar of another process shows the expected nights. If this takes too long,
 * returns a description of what the calendar shows.
 */
async function unlessShown(
  world: World,
  propertyId: number,
  isRight: (nights: Record<string, any>[]) => boolean,
): Promise<string[]> {
  let seen: Record<string, any>[] = [];
  return unlessSettled(
    async () => isRight((seen = await nightsOf(world, propertyId))),
    () => `the calendar of property ${propertyId} keeps showing ${JSON.stringify(seen)}`,
  );
}

const everyNight = (amount: number) => (nights: Record<string, any>[]) =>
  nights.length === 4 && nights.every(({ rate }) => rate?.amount === amount);
const statuses = (nights: Record<string, any>[]) => nights.map(({ status }) => status).join(' ');

/** The event of a booking that occupies the first two of the four nights that the tests read. */
function bookingEvent(world: World, propertyId: number, version: number) {
  const entity = {
    ...{ id: world.userId, property_id: propertyId, type: 'booking', status: 'active', pending_until_utc: null },
    ...{ arrival: first, departure: daysFromNow(32) },
  };
  return publishedEvent(world.userId, { entity_type: 'booking', entity_id: world.userId, entity, version });
}

/**
 * Creates a season for the four nights that the tests read, and waits until the calendar shows it.
 */
async function aReadSeason(world: World): Promise<{ property: number; season: number }> {
  const property = await aReadProperty(world);
  const body = { name: 'Summer', property_ids: [property], from: first, to: last, currency_code: 'EUR' };
  const made = await success(world.operator.post(operatorPath(world, '/seasons'), { ...body, rate: { amount: 300 } }));
  await unlessShown(world, property, everyNight(300));
  return { property, season: made.id };
}

/** The event that snoozes a property. */
function snoozedEvent(world: World, id: number) {
  const entity = { active: true, is_snoozed: true, time_zone: null, currency_code: 'EUR', max_guests: 4 };
  return publishedEvent(world.userId, { entity_type: 'property', entity_id: id, entity, version: 2 });
}

/** The event of a rate adjuster of 10 % for all nights. */
function adjusterEvent(world: World) {
  const entity = {
    ...{ type: 'rate_adjuster', active: true, mode: 'percent_of_rent', percent: 10, amount: null, amounts: [] },
    ...{ currency_code: 'EUR', property_ids: [], listing_site_ids: [], season_ids: [] },
    criteria: { stay_dates: [], weekdays: [] },
  };
  return publishedEvent(world.userId, { entity_type: 'surcharge', entity_id: world.userId, entity });
}

/**
 * The writes of prices, and the events that pricing consumes, for crash tests. One of the kills happens after the data
 * is written and before the calendar's version is increased.
 */
export const pricingPaths: WritePath[] = [
  {
    name: "changing a property's rate",
    record: 'property_pricing',
    given: aReadProperty,
    act: (world, id) =>
      world.operator.patch(operatorPath(world, `/properties/${id}/pricing`), { default_rate: { amount: 250 } }),
    faults: (world, id) => unlessShown(world, id, everyNight(250)),
    repeated: 'the same',
  },
  {
    name: 'creating a season with an Idempotency-Key',
    record: 'season',
    given: aReadProperty,
    act: (world, id) => {
      const season = {
        name: 'Summer',
        property_ids: [id],
        from: first,
        to: last,
        rate: { amount: 300 },
        currency_code: 'EUR',
      };
      return world.operator.post(operatorPath(world, '/seasons'), season, withKey);
    },
    faults: (world, id) => unlessShown(world, id, everyNight(300)),
    repeated: 'the same',
  },
  {
    name: 'changing a season',
    record: 'season',
    given: aReadSeason,
    act: (world, { season }) =>
      world.operator.patch(operatorPath(world, `/seasons/${season}`), { rate: { amount: 320 } }),
    faults: (world, { property }) => unlessShown(world, property, everyNight(320)),
    repeated: 'the same',
  },
  {
    name: 'deleting a season',
    given: aReadSeason,
    act: (world, { season }) => world.operator.delete(operatorPath(world, `/seasons/${season}`)),
    faults: (world, { property }) => unlessShown(world, property, everyNight(100)),
    repeated: 'gone',
  },
  {
    name: 'consuming a rate adjuster',
    given: aReadProperty,
    act: (world) => world.deliver(services.fees.topic, adjusterEvent(world)),
    faults: (world, id) => unlessShown(world, id, everyNight(110)),
    repeated: 'the same',
  },
  {
    name: "consuming a property's change",
    given: aReadProperty,
    act: (world, id) => world.deliver(services.booking.topic, snoozedEvent(world, id)),
    faults: (world, id) =>
      unlessShown(world, id, (nights) => nights.length === 4 && nights.every(({ rules }) => rules?.is_stay_disallowed)),
    repeated: 'the same',
  },
  {
    name: 'setting spot rates',
    given: aReadProperty,
    act: ({ api }, property_id) =>
      api.patch(
        '/v2/spotrates',
        [30, 31, 32, 33].map((day) => ({ property_id, date: daysFromNow(day), amount: 77, currency: 'EUR' })),
      ),
    read: async ({ api }, property_id) => api.get(`/v2/spotrates?property_ids=${property_id}&limit=4`),
    faults: (world, id) => unlessShown(world, id, everyNight(77)),
    repeated: 'the same',
  },
  {
    name: 'consuming a booking',
    given: aReadProperty,
    act: (world, id) => world.deliver(services.booking.topic, bookingEvent(world, id, 1)),
    faults: (world, id) => unlessShown(world, id, (nights) => statuses(nights) === 'booked booked available available'),
    repeated: 'the same',
  },
  {
    name: 'consuming a booking that a resync publishes',
    given: aReadProperty,
    act: (world, id) => {
      const published = { ...bookingEvent(world, id, 1), is_resync: true, resync_epoch: new Date().toISOString() };
      return world.deliver(resyncTopic(services.booking.topic), published);
    },
    faults: (world, id) => unlessShown(world, id, (nights) => statuses(nights) === 'booked booked available available'),
    repeated: 'the same',
  },
  {
    name: 'consuming the move of a booking to another property',
    given: async (world) => {
      const [from, to] = [await aReadProperty(world, 1), await aReadProperty(world, 2)];
      await world.deliver(services.booking.topic, bookingEvent(world, from, 1));
      await unlessShown(world, from, (nights) => statuses(nights) === 'booked booked available available');
      return { from, to };
    },
    act: (world, { to }) => world.deliver(services.booking.topic, bookingEvent(world, to, 2)),
    faults: async (world, { from, to }) => [
      ...(await unlessShown(world, from, (nights) => statuses(nights) === 'available available available available')),
      ...(await unlessShown(world, to, (nights) => statuses(nights) === 'booked booked available available')),
    ],
    repeated: 'the same',
  },
];
