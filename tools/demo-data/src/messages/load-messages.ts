import { messagingOperatorContract } from '@keyhaven/contracts/messaging/operator-contract';
import { BOOKING } from '../bookings/load-bookings';
import type { DemoPlan } from '../demo-plan';
import { GUEST } from '../guests/load-guests';
import type { LoadRun } from '../loading/load-run';

const THREAD = 'thread';
const MESSAGE = 'message';

/** After the bookings that the threads belong to. Removed messages are written first, as their guests once read them. */
export async function loadMessages({ threads, messages }: DemoPlan, run: LoadRun): Promise<void> {
  await run.create('messaging', threads, {
    kind: THREAD,
    face: 'operator',
    route: messagingOperatorContract.createThread,
    body: ({ booking, guest, body }) => ({
      ...body,
      booking_id: booking === null ? null : run.idOf(BOOKING, booking),
      guest_id: guest === null ? null : run.idOf(GUEST, guest),
    }),
  });
  await run.create('messaging', messages, {
    kind: MESSAGE,
    inOrder: true,
    face: 'operator',
    route: messagingOperatorContract.createMessage,
    body: ({ thread, body }) => ({ ...body, thread_id: run.idOf(THREAD, thread) }),
  });
  await run.create(
    'messaging',
    messages.filter(({ isRemoved }) => isRemoved),
    {
      kind: 'removal',
      face: 'operator',
      route: messagingOperatorContract.removeMessage,
      params: ({ key }) => ({ id: run.idOf(MESSAGE, key) }),
      body: () => ({}),
    },
  );
}
