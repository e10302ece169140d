import type { Statement } from '@keyhaven/contracts/finance/statement';
import { services } from '@keyhaven/contracts/platform/services';
import type { ChangeEvent } from '@keyhaven/events/change-event';
import type { Answer } from '@keyhaven/testing/checked-client';
import { operatorPath } from '@keyhaven/testing/crash/requests';
import { unlessSettled } from '@keyhaven/testing/crash/unless-settled';
import type { World } from '@keyhaven/testing/crash/write-path';
import { publishedEvent } from '@keyhaven/testing/published-event';
import { aCharge } from '../a-charge';
import { privateOfBooking } from '../private-of-booking';

/** The month of all bookings in these suites. The month is over, so it can be closed. */
export const MONTH = '2026-05';

/**
 * The owner has the same id as the account. By default, the property, the guest and the booking have
 * this id too. So two accounts do not share these ids.
 */
export const ownerOf = ({ userId }: World) => userId;

const rent = aCharge('rent', 100, 80, 20);

/** The event of a booking. The guest pays 100, of which the owner gets 80. */
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
    private: privateOfBooking(entity),
    version,
  });
}

/** Delivers an event, and returns the result in the form of a response to a request. */
export async function take(world: World, event: ChangeEvent, topic = services.booking.topic): Promise<Answer> {
  return { ...(await world.deliver(topic, event)), body: {} };
}

/** Publishes a booking with an owner. @returns its id. */
export async function aBooking(world: World, more: object = {}): Promise<number> {
  const event = bookingEvent(world, more);
  await take(world, event);
  return event.entity_id;
}

export const canceled = { status: 'canceled', canceled_utc: '2026-05-02T10:00:00Z' };

/**
 * Publishes a canceled booking. The owner's statement contains the retained amount of the booking:
 * payments less refunds up to the cancellation.
 */
export function aCanceledBooking(world: World): Promise<number> {
  return aBooking(world, canceled);
}

/** Publishes bookings with so many charges that their statement is stored in several documents. */
export async function aLongStatement(world: World): Promise<void> {
  const charges = Array.from({ length: 200 }, () => ({ ...rent, description: 'x'.repeat(500) }));
  for (let index = 0; index < 4; index++) await aBooking(world, { id: world.userId + index, charges });
}

/**
 * Waits until `isRight` accepts the statement. Returns a description of the statement if that does not happen in time.
 */
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
