import { operatorPath, success } from '@keyhaven/testing/crash/requests';
import { unlessSettled } from '@keyhaven/testing/crash/unless-settled';
import type { World } from '@keyhaven/testing/crash/write-path';

/** Links count for current and future nights alone. */
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

/** A new booking of the account's new property, in July. */
export async function aBooking(world: World): Promise<BookingAnswer> {
  const property_id = await aProperty(world);
  return success(world.api.post('/v2/bookings', { property_id, ...july }));
}

/** What is wrong if nights have to be taken, or have to be free. */
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

/** What is wrong if nights in July do not become free: what held them was written, and a sweep finishes what follows from it. */
export async function faultsOfLeaving(world: World, property: number): Promise<string[]> {
  const isFree = async () => (await faultsOfNights(world, property, july, 'free')).length === 0;
  return unlessSettled(isFree, () => `the nights of ${july.arrival} at property ${property} do not become free`);
}
