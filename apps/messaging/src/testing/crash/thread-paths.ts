import type { Answer } from '@keyhaven/testing/checked-client';
import { operatorPath, success, withKey } from '@keyhaven/testing/crash/requests';
import type { World, WritePath } from '@keyhaven/testing/crash/write-path';

const threads = (world: World, path = '') => operatorPath(world, `/threads${path}`);

/** The id of a new thread. */
export async function aThread(world: World, thread: object = {}): Promise<number> {
  return (await success(world.operator.post(threads(world), thread))).id;
}

const written = {
  record: 'thread',
  read: (world: World, _: unknown, { body }: Answer) => world.operator.get(threads(world, `/${body.id}`)),
};

/** The writes of threads. */
export const threadPaths: WritePath[] = [
  {
    ...written,
    name: 'opening a thread with an Idempotency-Key',
    act: (world) => world.operator.post(threads(world), { channel: 'Airbnb', booking_id: 77 }, withKey),
    repeated: 'the same',
  },
  {
    ...written,
    name: 'opening a thread without a key',
    act: (world) => world.operator.post(threads(world), { channel: 'Airbnb' }),
    repeated: 'another',
  },
  {
    ...written,
    name: 'linking a thread to a booking',
    given: aThread,
    act: (world, id) => world.operator.patch(threads(world, `/${id}`), { booking_id: 77 }),
    repeated: 'the same',
  },
];
