import { services } from '@keyhaven/contracts/platform/services';
import { operatorPath, success, withKey } from '@keyhaven/testing/crash/requests';
import type { World, WritePath } from '@keyhaven/testing/crash/write-path';
import { publishedAccount, publishedEvent } from '@keyhaven/testing/published-event';
import { aBooking, aLongStatement, bookingEvent, MONTH, ownerOf, take, unlessStated } from './sold-bookings';

const entry = (world: World, kind: 'expense' | 'payout') => ({
  kind,
  owner_id: ownerOf(world),
  amount: 10,
  currency_code: 'EUR',
  date: '2026-05-20',
});
const close = (world: World) => world.operator.post(operatorPath(world, '/statements/close'), { month: MONTH });

const ownerEntries: WritePath[] = [
  {
    name: 'recording an expense with an Idempotency-Key',
    given: aBookingOfAnOwner,
    act: (world) => world.operator.post(operatorPath(world, '/owner_entries'), entry(world, 'expense'), withKey),
    faults: (world) => unlessStated(world, ({ closing_balance }) => closing_balance === 70),
    repeated: 'the same',
  },
  {
    name: 'recording a payout without a key',
    given: aBookingOfAnOwner,
    act: (world) => world.operator.post(operatorPath(world, '/owner_entries'), entry(world, 'payout')),
    faults: (world) => unlessStated(world, ({ closing_balance }) => [60, 70].includes(closing_balance)),
    repeated: 'another',
  },
  {
    name: 'voiding an expense',
    given: async (world) => {
      await aBookingOfAnOwner(world);
      return (await success(world.operator.post(operatorPath(world, '/owner_entries'), entry(world, 'expense')))).id;
    },
    act: (world, id) => world.operator.post(operatorPath(world, `/owner_entries/${id}/void`), {}),
    faults: (world) => unlessStated(world, ({ closing_balance }) => closing_balance === 80),
    repeated: 'the same',
  },
];

const closings: WritePath[] = [
  {
    name: 'closing a month',
    given: async (world) => {
      await aBooking(world, { id: world.userId + 1, arrival: '2026-03-03', departure: '2026-03-10' });
      await aBooking(world);
    },
    act: close,
    // A change after the closing must not change the closed statement.
    faults: async (world) => {
      await aBooking(world, { id: world.userId + 2 });
      return unlessStated(
        world,
        ({ status, opening_balance, closing_balance, bookings }) =>
          status === 'closed' && opening_balance === 80 && closing_balance === 160 && bookings.length === 1,
      );
    },
    repeated: 'the same',
  },
  {
    name: 'closing a month whose statement needs several documents',
    given: aLongStatement,
    act: close,
    faults: (world) =>
      unlessStated(
        world,
        ({ status, closing_balance, bookings }) =>
          status === 'closed' &&
          closing_balance === 4 * 200 * 80 &&
          bookings.map(({ booking_id }) => booking_id - world.userId).join() === '0,1,2,3',
      ),
    repeated: 'the same',
  },
  {
    name: 'changing the settings of statements',
    given: aBooking,
    act: (world) => world.operator.patch(operatorPath(world, '/statement_settings'), { counted_by: 'nightly' }),
    read: (world) => world.operator.get(operatorPath(world, '/statement_settings')),
    repeated: 'the same',
  },
];

const copies: WritePath[] = [
  {
    name: 'consuming the event of a booking',
    act: (world) => take(world, bookingEvent(world)),
    faults: (world) => unlessStated(world, ({ closing_balance }) => closing_balance === 80),
    repeated: 'the same',
  },
  {
    name: 'consuming the change of a booking',
    given: aBooking,
    act: (world) => take(world, bookingEvent(world, { charges: [] }, 2)),
    faults: (world) => unlessStated(world, ({ closing_balance }) => closing_balance === 0),
    repeated: 'the same',
  },
  {
    name: 'consuming the event of an account',
    given: (world) => aBooking(world, { status: 'canceled', canceled_utc: '2026-04-30T23:30:00Z' }),
    act: (world) => take(world, publishedAccount(world.userId, { time_zone: 'Europe/Rome' }), services.identity.topic),
    // In the account's time zone, which applies because the property has none, the cancellation was in May.
    faults: (world) => unlessStated(world, ({ bookings }) => bookings.length === 1),
    repeated: 'the same',
  },
  {
    name: 'consuming the event of a property',
    given: (world) => take(world, ownerEvent(world)),
    act: (world) => take(world, propertyEvent(world)),
    // By now the service has the copy of the property.
    faults: async (world) => {
      const path = operatorPath(world, '/owner_entries');
      const expense = { ...entry(world, 'expense'), property_id: world.userId };
      const { status, body } = await world.operator.post(path, expense);
      return status === 200 ? [] : [`an expense of the property is answered ${status}: ${JSON.stringify(body)}`];
    },
    repeated: 'the same',
  },
  {
    name: 'consuming the event of an owner',
    given: aBooking,
    act: (world) => take(world, ownerEvent(world)),
    faults: (world) => unlessStated(world, ({ owner_name }) => owner_name === 'Ada Rossi'),
    repeated: 'the same',
  },
];

async function aBookingOfAnOwner(world: World): Promise<number> {
  await take(world, ownerEvent(world));
  return aBooking(world);
}

function ownerEvent(world: World) {
  const owner = { id: ownerOf(world), name: 'Ada Rossi' };
  return publishedEvent(world.userId, { entity_type: 'owner', entity_id: owner.id, entity: owner });
}

function propertyEvent(world: World) {
  const property = { id: world.userId, name: 'Casa Aurora', time_zone: null };
  return publishedEvent(world.userId, {
    entity_type: 'property',
    entity_id: property.id,
    entity: property,
    private: { accounting: null },
  });
}

/** The writes of statements, and the events that statements are computed from, for crash tests. */
export const statementPaths: WritePath[] = [...ownerEntries, ...closings, ...copies];
