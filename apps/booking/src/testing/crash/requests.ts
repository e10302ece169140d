import { operatorPath, success } from '@keyhaven/testing/crash/requests';
import { unlessSettled } from '@keyhaven/testing/crash/unless-settled';
import type { World } from '@keyhaven/testing/crash/write-path';

/** Stays far in the future, because links apply only to current and future nights. */
export const july = { arrival: '2030-07-01', departure: '2030-07-04' };
export const august = { arrival: '2030-08-01', departure: '2030-08-03' };

interface BookingAnswer {
  id: number;
  property_id: number;
  currency_code: string;
}

/** Creates a property, and returns its id. */
export async function aProperty(world: World): Promise<number> {
  return (await success(world.operator.post(operatorPath(world, '/properties'), { name: 'Casa Aurora' }))).id;
}

/** Creates a property for which quotes can be created, and returns its id. */
export async function aQuotableProperty(world: World): Promise<number> {
  // No payment is due, so the payment form creates an active booking.
  const property = { name: 'Casa Aurora', currency_code: 'EUR', time_zone: 'Europe/Rome', payment_due_percent: 0 };
  return (await success(world.operator.post(operatorPath(world, '/properties'), property))).id;
}

/** Creates a booking in July at a new property. */
export async function aBooking(world: World): Promise<BookingAnswer> {
  const property_id = await aProperty(world);
  return success(world.api.post('/v2/bookings', { property_id, ...july }));
}

/**
 * Tries to book nights. Describes the fault if the nights are free but should be taken, or are
 * taken but should be free.
 */
export async function faultsOfNights(
  { api }: World,
  property_id: number,
  stay: typeof july,
  expected: 'taken' | 'free',
): Promise<string[]> {
  const { status } = await api.post('/v2/bookings', { property_id, ...stay });
  return (status === 409) === (expected === 'taken')
    ? []
    : [`the nights of ${stay.arrival} should be ${expected}, but booking them was answered ${status}`];
}

/**
 * Describes the fault if nights in July stay taken. Waits, because a sweep (a periodic background
 * job) may finish earlier writes only later.
 */
export async function faultsUnlessFreed(world: World, property: number): Promise<string[]> {
  const isFree = async () => (await faultsOfNights(world, property, july, 'free')).length === 0;
  return unlessSettled(isFree, () => `the nights of ${july.arrival} at property ${property} do not become free`);
}
