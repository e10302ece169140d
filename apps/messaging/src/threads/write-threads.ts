import type { Thread, threadCreation, threadPatch } from '@keyhaven/contracts/messaging/message';
import type { AccountScope } from '@keyhaven/persistence/account-scope';
import { FIRST_VERSION } from '@keyhaven/service/http/versioned';
import { assertKnown } from '@keyhaven/service/references/record-directory';
import type { z } from 'zod';
import type { MessagingStore } from '../store/messaging-store';
import { presentThread, type ThreadBody } from '../store/thread.model';

/** Creates a thread, with or without a booking. @throws ApiError bad_request for an unknown booking or guest. */
export async function createThread(
  store: MessagingStore,
  scope: AccountScope,
  input: z.output<typeof threadCreation>,
): Promise<{ record: Thread; version: number }> {
  const { record } = await store.threads.create(scope, async () => {
    await assertReferences(store, scope, input);
    const _id = await store.ids.next('thread');
    const after = { ...input, _id, user_id: scope.accountId, version: 0 };
    return { after };
  });
  return { record, version: FIRST_VERSION };
}

/**
 * Changes a thread, including its booking.
 * @throws ApiError not_found; bad_request for an unknown booking or guest.
 */
export async function updateThread(
  store: MessagingStore,
  scope: AccountScope,
  id: number,
  patch: z.output<typeof threadPatch>,
): Promise<{ record: Thread; version: number }> {
  const body = await store.threads.update(scope, { _id: id }, async (before) => {
    await assertReferences(store, scope, patch, before);
    return { after: { ...before, ...patch } };
  });
  return { record: presentThread(body), version: body.version };
}

/** @throws ApiError not_found. */
export async function getThread(
  store: MessagingStore,
  scope: AccountScope,
  id: number,
): Promise<{ record: Thread; version: number }> {
  const body = await store.threads.get(scope, { _id: id });
  return { record: presentThread(body), version: body.version };
}

/** The booking and guest of a thread. */
type ThreadReferences = Partial<Pick<ThreadBody, 'booking_id' | 'guest_id'>>;

async function assertReferences(
  { directories }: MessagingStore,
  scope: AccountScope,
  after: ThreadReferences,
  before: ThreadReferences = {},
): Promise<void> {
  const idsOf = (id: number | null | undefined) => (id == null ? [] : [id]);
  const named = (['booking', 'guest'] as const).map((noun) => ({
    field: `${noun}_id`,
    noun,
    directory: directories[noun],
    ids: idsOf(after[`${noun}_id`]),
    before: idsOf(before[`${noun}_id`]),
  }));
  await assertKnown(scope, named);
}
