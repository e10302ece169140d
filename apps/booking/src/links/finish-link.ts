import { isRefusal } from '@keyhaven/contracts/shared/errors';
import type { AccountScope } from '@keyhaven/persistence/account-scope';
import type { BookingStore } from '../store/booking-store';
import { deriveMany } from '../linked-availability/derive-linked';
import { isTakenNight } from '../nights/refuse-taken-nights';
import { rekeyStay } from '../nights/rekey-stay';
import { rekeyStays } from '../nights/rekey-stays';
import { standInLine } from '../waitlist/join-waitlist';
import { preemptLinked } from '../quotes/preempt-quotes';
import { linkClashes } from './find-clashes';
import { type LinkBody, pairOf } from '../store/link.model';
import { derivedOf, inBatches, staysToDerive, staysToKey, staysWithKeys, waitingStays } from './find-linked-stays';

/** The step that goes on with a link that is being made or removed. */
export const FINISH_LINK = 'finish_link';
export const finishJob = { name: FINISH_LINK, args: {} };

/** How often records are looked through while others write them. */
const MAX_PASSES = 100;

/** Finishes what was begun with a link, wherever it stopped. Safe to run at any time, again, and by several at once. */
export async function finishLink(store: BookingStore, scope: AccountScope, linkId: number): Promise<void> {
  const read = () => store.links.get(scope, { _id: linkId });
  let link = await read();
  if (link.state === 'pending') {
    await makeLink(store, scope, link);
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

/** Stops a link from being made. It keeps the reasons for its maker. */
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
            references: undefined,
            jobs: [finishJob],
            forgetsAnswer: true,
          }
        : undefined,
    ),
  );
}

/** Gives the link's keys to all current and future records of both properties, until none is found without them. */
async function makeLink(store: BookingStore, scope: AccountScope, link: LinkBody): Promise<void> {
  let isComplete = false;
  for (let pass = 1; !isComplete; pass++) {
    if (pass > MAX_PASSES) throw new Error(`link ${link._id} was not finished: records change all the time`);
    isComplete = true;
    for await (const stayIds of inBatches(staysToKey(store, scope, link))) {
      isComplete = false;
      for (const stayId of await rekeyStays(store, scope, stayIds)) {
        const refusal = await refusalOf(store, scope, link, () => rekeyStay(store, scope, stayId));
        if (refusal) return refuseLink(store, scope, link._id, refusal);
      }
    }
  }
  // Who began to wait for a key while nobody had it looks again for its holder.
  for await (const stayId of waitingStays(store, scope, link)) await standInLine(store, scope, stayId);
  await store.links.update(scope, { _id: link._id }, (before) =>
    Promise.resolve(
      before.state === 'pending'
        ? { after: { ...before, state: 'active' }, references: undefined, completesAnswer: true }
        : undefined,
    ),
  );
}

/** Why a record could not get the link's keys; undefined when it could, or when what stood in its way has gone. */
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
    // More keys than one record may have, or nights that others wait for.
    if (isRefusal(error)) return error.messages;
    if (!isTakenNight(error)) throw error;
    const clashes = await linkClashes(store, scope, link);
    return clashes.length > 0 ? clashes : undefined;
  }
}

/** Takes the link's keys from all records, cancels what was derived by it, and then the link is gone. */
async function takeBack(store: BookingStore, scope: AccountScope, link: LinkBody): Promise<void> {
  for (let pass = 1, isClean = false; !isClean; pass++) {
    if (pass > MAX_PASSES) throw new Error(`link ${link._id} was not taken back: records change all the time`);
    // Somebody else may have finished, and the two be linked again.
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
        ? { after: { ...before, state: 'removed', pair: undefined }, references: undefined }
        : undefined,
    ),
  );
}
