import type { Relay } from '@keyhaven/persistence/outbox/relay';
import { z } from 'zod';
import type { MessagingStore } from '../messaging-store';
import { DELETE_OBJECTS, FORGET_PENDING } from './store-message';

const stepArgs = z.object({ keys: z.array(z.string()) });

/** What follows a message once it is written. Each may run again and changes nothing then. */
export function defineMessageSteps(relay: Relay, store: Pick<MessagingStore, 'objects' | 'pendingObjects'>): void {
  relay.defineStep(FORGET_PENDING, async (args) => {
    await store.pendingObjects.deleteMany({ _id: { $in: stepArgs.parse(args).keys } });
  });
  relay.defineStep(DELETE_OBJECTS, async (args) => {
    for (const key of stepArgs.parse(args).keys) await store.objects.delete(key);
  });
}
