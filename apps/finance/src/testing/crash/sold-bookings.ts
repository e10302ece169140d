import type { Statement } from '@keyhaven/contracts/finance/statement';
import { services } from '@keyhaven/contracts/platform/services';
import type { ChangeEvent } from '@keyhaven/events/change-event';
import type { Answer } from '@keyhaven/testing/checked-client';
import { operatorPath } from '@keyhaven/testing/crash/requests';
import { unlessSettled } from '@keyhaven/testing/crash/unless-settled';
import type { World } from '@keyhaven/testing/crash/write-path';
import { publishedEvent } from '@keyhaven/testing/published-event';
import { aCharge } from '../a-charge';

/** The month of all bookings here; it has ended. */
export const MONTH = '2026-05';

/** Ids of the owner, property and bookings derive from the account, so no other account has them. */
export const ownerOf = ({ userId }: World) => userId;

const rent = aCharge('rent', 100, 80, 20);

/** A booking as it is published: the guest pays 100, and 80 of them are the owner's. */
export function bookingEvent(world: World, more: object = {}, version = 1) {
  const stay = { arrival: '2026-05-03', departure: '2026-05-10', charges: [rent], currency_code: 'EUR' };
  const state = { type: 'booking', status: 'active', canceled_utc: null };
  const sums = { total_paid: 0, total_refunded: 0, total_owed: 0 };
  const parties = { property_id: world.userId, guest_id: world.userId, owner_id: ownerOf(world) };
  const entity = { ...stay, ...state, ...sums, ...parties, id: world.userId, ...more };
  return publishedEvent(world.userId, {
    entity_type: 'booking',
    entity_id: entity.id,
    entity,
    private: { contained_taxes: [] },
    version,
  });
}

/** Delivers an event, and returns an answer like a request's. */
export async function take(world: World, event: ChangeEvent, topic = services.booking.topic): Promise<Answer> {
  return { ...(await world.deliver(topic, event)), body: {} };
}

/** Publishes a booking that has an owner. @returns its id. */
export async function aBooking(world: World, more: object = {}): Promise<number> {
  const event = bookingEvent(world, more);
  await take(world, event);
  return event.entity_id;
}

export const canceled = { status: 'canceled', canceled_utc: '2026-05-02T10:00:00Z' };

/** A canceled booking: its statement counts payments less refunds up to the cancellation. */
export function aCanceledBooking(world: World): Promise<number> {
  return aBooking(world, canceled);
}

/** Bookings whose statement is so large that it is stored as several documents. */
export async function aLongStatement(world: World): Promise<void> {
  const charges = Array.from({ length: 200 }, () => ({ ...rent, description: 'x'.repeat(500) }));
  for (let place = 0; place < 4; place++) await aBooking(world, { id: world.userId + place, charges });
}

/** Describes what is wrong if the owner's statement does not become as expected. */
export async function unlessStated(world: World, isRight: (statement: Statement) => boolean): Promise<string[]> {
  let seen: Statement | undefined;
  const path = operatorPath(world, `/statements?owner_id=${ownerOf(world)}&month=${MONTH}`);
  const read = async () => {
    seen = (await world.operator.get(path)).body.items[0] as Statement | undefined;
    return seen !== undefined && isRight(seen);
  };
  const briefly = () => JSON.stringify(seen)?.slice(0, 2000);
  return unlessSettled(read, () => `the statement goes on showing ${briefly()}`);
}
