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
import { enterLink, takeOutLink } from './enter-link';
import { findClashes } from './find-clashes';
import { type LinkBody, pairOf } from '../store/link.model';
import { derivedOf, inBatches, staysToDerive, staysToKey, staysWithKeys, waitingStays } from './find-linked-stays';

/** How many passes over the stays are made while others write them. */
const MAX_PASSES = 100;

/** Finishes making or removing a link, from any state. Safe to run at any time, repeatedly and concurrently. */
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
  if (link.state === 'removing') await takeBack(store, scope, link);
}

async function deriveAll(store: BookingStore, scope: AccountScope, stayIds: AsyncIterable<number>): Promise<void> {
  for await (const batch of inBatches(stayIds)) await deriveMany(store, scope, batch);
}

/** Stops a link that is being made, and stores the reasons for the request that made it. */
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

/** Enters the link in its properties, and gives its keys to all current and future stays at both properties, until none lacks them. */
async function completeLink(store: BookingStore, scope: AccountScope, link: LinkBody): Promise<void> {
  if (!(await enterLink(store, scope, link))) return;
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
  // A stay that joined the waitlist while no stay had the key reads the holders again.
  for await (const stayId of waitingStays(store, scope, link)) await joinWaitlist(store, scope, stayId);
  await store.links.update(scope, { _id: link._id }, (before) =>
    Promise.resolve(
      before.state === 'pending' ? { after: { ...before, state: 'active' }, completesAnswer: true } : undefined,
    ),
  );
}

/** Why a stay could not get the link's keys; undefined if it could, or if the conflict is over. */
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
    // More keys than one stay may have, or nights that others wait for.
    if (isRefusal(error)) return error.messages;
    if (!isTakenNight(error)) throw error;
    const clashes = await findClashes(store, scope, link);
    return clashes.length > 0 ? clashes : undefined;
  }
}

/** Takes the link out of its properties and its keys from all stays, cancels its linked_availability records, and stores that it is removed. */
async function takeBack(store: BookingStore, scope: AccountScope, link: LinkBody): Promise<void> {
  await takeOutLink(store, scope, link);
  for (let pass = 1, isClean = false; !isClean; pass++) {
    if (pass > MAX_PASSES)
      throw new Error(`link ${link._id} was not removed: the stays of its properties keep changing`);
    // Another process may have finished, and the properties may be linked again.
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
