import { isRefusal } from '@keyhaven/contracts/shared/errors';
import type { AccountScope } from '@keyhaven/persistence/account-scope';
import { job } from '../jobs';
import type { BookingStore } from '../store/booking-store';
import { deriveMany } from '../linked-availability/derive-linked';
import { isTakenNight } from '../nights/take-nights';
import { rekeyStay } from '../nights/rekey-stay';
import { rekeyStays } from '../nights/rekey-stays';
import { joinWaitlist } from '../waitlist/join-waitlist';
import { preemptLinked } from '../quotes/preempt-quotes';
import { addEntries, removeEntries } from './link-entries';
import { findClashes } from './find-clashes';
import { type LinkBody, pairOf } from '../store/link.model';
import { derivedOf, inBatches, staysToDerive, staysToKey, staysWithKeys, waitingStays } from './find-linked-stays';

/**
 * The maximum number of times to search for stays that still need a change, while other requests
 * write stays.
 */
const MAX_PASSES = 100;

/**
 * Completes the creation or the removal of a link, depending on its state. Safe to call at any time, repeatedly and
 * concurrently.
 */
export async function finishLink(store: BookingStore, scope: AccountScope, linkId: number): Promise<void> {
  const read = () => store.links.get(scope, { _id: linkId });
  let link = await read();
  if (link.state === 'pending') {
    await completeLink(store, scope, link);
    link = await read();
  }
  if (link.state === 'active') {
    await deriveAll(store, scope, staysToDerive(store, scope, link));
    await preemptLinked(store, scope, link);
    link = await read();
  }
  if (link.state === 'removing') await removeLink(store, scope, link);
}

async function deriveAll(store: BookingStore, scope: AccountScope, stayIds: AsyncIterable<number>): Promise<void> {
  for await (const batch of inBatches(stayIds)) await deriveMany(store, scope, batch);
}

/**
 * Refuses a link that is still pending. Stores the reasons in the link, for the response to the
 * request that created the link.
 */
export async function refuseLink(
  store: BookingStore,
  scope: AccountScope,
  linkId: number,
  refusal: string[],
): Promise<void> {
  await store.links.update(scope, { _id: linkId }, (before) =>
    Promise.resolve(
      before.state === 'pending'
        ? {
            after: { ...before, state: 'removing', refusal },
            jobs: [job('finish_link', {})],
            forgetsAnswer: true,
          }
        : undefined,
    ),
  );
}

/**
 * Adds the link to its properties. Then gives the night keys of the link to all stays with current
 * or future nights at these properties. Repeats this until each of these stays has the keys.
 */
async function completeLink(store: BookingStore, scope: AccountScope, link: LinkBody): Promise<void> {
  if (!(await addEntries(store, scope, link))) return;
  let isComplete = false;
  for (let pass = 1; !isComplete; pass++) {
    if (pass > MAX_PASSES)
      throw new Error(`link ${link._id} was not finished: the stays of its properties keep changing`);
    isComplete = true;
    for await (const stayIds of inBatches(staysToKey(store, scope, link))) {
      isComplete = false;
      for (const stayId of await rekeyStays(store, scope, stayIds)) {
        const refusal = await refusalOf(store, scope, link, () => rekeyStay(store, scope, stayId));
        if (refusal) return refuseLink(store, scope, link._id, refusal);
      }
    }
  }
  // A waiting stay may have looked up which stays occupy its nights before another stay got the
  // keys of this link. So make each waiting stay look this up again.
  for await (const stayId of waitingStays(store, scope, link)) await joinWaitlist(store, scope, stayId);
  await store.links.update(scope, { _id: link._id }, (before) =>
    Promise.resolve(
      before.state === 'pending' ? { after: { ...before, state: 'active' }, completesAnswer: true } : undefined,
    ),
  );
}

/**
 * Calls `rekey`. Returns the reasons if the stay cannot have the link's keys. Returns undefined if
 * the stay has the keys, or if no bookings conflict any more.
 */
async function refusalOf(
  store: BookingStore,
  scope: AccountScope,
  link: LinkBody,
  rekey: () => Promise<void>,
): Promise<string[] | undefined> {
  try {
    await rekey();
    return undefined;
  } catch (error) {
    // The stay would have too many keys, or other stays already wait for its nights.
    if (isRefusal(error)) return error.messages;
    if (!isTakenNight(error)) throw error;
    const clashes = await findClashes(store, scope, link);
    return clashes.length > 0 ? clashes : undefined;
  }
}

/** Removes the link from its properties and its keys from all stays. Cancels its linked_availability records. */
async function removeLink(store: BookingStore, scope: AccountScope, link: LinkBody): Promise<void> {
  await removeEntries(store, scope, link);
  for (let pass = 1, isClean = false; !isClean; pass++) {
    if (pass > MAX_PASSES)
      throw new Error(`link ${link._id} was not removed: the stays of its properties keep changing`);
    // Stop if another process has finished the removal, because the keys may now belong to a new link between these
    // properties.
    if ((await store.links.get(scope, { _id: link._id })).state !== 'removing') return;
    isClean = true;
    for await (const stayIds of inBatches(staysWithKeys(store, scope, link))) {
      isClean = false;
      for (const stayId of await rekeyStays(store, scope, stayIds)) await rekeyStay(store, scope, stayId);
    }
  }
  await deriveAll(store, scope, derivedOf(store, scope, link));
  await store.links.update(scope, { _id: link._id }, (before) =>
    Promise.resolve(
      before.state === 'removing' && before.pair === pairOf(link.property_ids)
        ? { after: { ...before, state: 'removed', pair: undefined } }
        : undefined,
    ),
  );
}
