import type { Relay } from '@keyhaven/persistence/outbox/relay';
import { DELETE_OBJECTS, FORGET_PENDING, objectArguments } from './jobs';
import type { MessagingStore } from './store/messaging-store';

/** Registers what does each job. Every job may run again after a crash and changes nothing then. */
export function defineJobs(relay: Relay, store: Pick<MessagingStore, 'objects' | 'pendingObjects'>): void {
  relay.defineJob(FORGET_PENDING, async (args) => {
    await store.pendingObjects.deleteMany({ _id: { $in: objectArguments.parse(args).keys } });
  });
  relay.defineJob(DELETE_OBJECTS, async (args) => {
    for (const key of objectArguments.parse(args).keys) await store.objects.delete(key);
  });
}
