import { operatorPath, success } from '@keyhaven/testing/crash/requests';
import { unlessSettled } from '@keyhaven/testing/crash/unless-settled';
import type { World } from '@keyhaven/testing/crash/write-path';

/** Far in the future, because links count only for current and future nights. */
export const july = { arrival: '2030-07-01', departure: '2030-07-04' };
export const august = { arrival: '2030-08-01', departure: '2030-08-03' };

interface BookingAnswer {
  id: number;
  property_id: number;
  currency_code: string;
}

/** The id of a new property of the account. */
export async function aProperty(world: World): Promise<number> {
  return (await success(world.operator.post(operatorPath(world, '/properties'), { name: 'Casa Aurora' }))).id;
}

/** A new booking in July, at a new property of the account. */
export async function aBooking(world: World): Promise<BookingAnswer> {
  const property_id = await aProperty(world);
  return success(world.api.post('/v2/bookings', { property_id, ...july }));
}

/** The faults if nights are not taken, or not free, as expected. */
export async function faultsOfNights(
  { api }: World,
  property_id: number,
  stay: typeof july,
  expected: 'taken' | 'free',
): Promise<string[]> {
  const { status } = await api.post('/v2/bookings', { property_id, ...stay });
  return (status === 409) === (expected === 'taken')
    ? []
    : [`the nights of ${stay.arrival} should be ${expected}, booking them answered ${status}`];
}

/** The faults if nights in July do not become free; waits for a sweep that completes earlier writes. */
export async function faultsOfLeaving(world: World, property: number): Promise<string[]> {
  const isFree = async () => (await faultsOfNights(world, property, july, 'free')).length === 0;
  return unlessSettled(isFree, () => `the nights of ${july.arrival} at property ${property} do not become free`);
}
