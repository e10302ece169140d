import type { Relay } from '@keyhaven/persistence/outbox/relay';
import { z } from 'zod';
import type { MessagingStore } from '../messaging-store';
import { DELETE_OBJECTS, FORGET_PENDING } from './store-message';

const jobArgs = z.object({ keys: z.array(z.string()) });

/** What follows a message once it is written. Each may run again and changes nothing then. */
export function defineMessageJobs(relay: Relay, store: Pick<MessagingStore, 'objects' | 'pendingObjects'>): void {
  relay.defineJob(FORGET_PENDING, async (args) => {
    await store.pendingObjects.deleteMany({ _id: { $in: jobArgs.parse(args).keys } });
  });
  relay.defineJob(DELETE_OBJECTS, async (args) => {
    for (const key of jobArgs.parse(args).keys) await store.objects.delete(key);
  });
}
