import { ApiError } from '@keyhaven/contracts/shared/errors';
import { accountId, type AccountScope } from '@keyhaven/persistence/account-scope';
import type { Relay } from '@keyhaven/persistence/outbox/relay';
import type { JobRequest } from '@keyhaven/persistence/plan-change';
import { z } from 'zod';
import { timeZoneOf } from '../store/property-defaults';
import { endOfNight } from '../calendar/invalidate-calendars';
import type { PricingStore } from '../store/pricing-store';

/** The step that opens the history of a property after its settings were written with an earlier first day. */
const OPEN_HISTORY = 'open_history';

export function openHistoryRequest(propertyId: number, from: string): JobRequest {
  return { name: OPEN_HISTORY, args: { property_id: propertyId, from } };
}

const openHistoryArgs = z.object({ property_id: z.number(), from: z.string() });

/** Lets a write ask for a history to be opened after it: before its answer, or after a crash by any process. */
export function defineOpenHistoryJob(relay: Relay, store: PricingStore): void {
  relay.defineJob(OPEN_HISTORY, async (args, { userId }) => {
    const { property_id, from } = openHistoryArgs.parse(args);
    await openHistory(store, { accountId: accountId(userId) }, property_id, from);
  });
}

/** Days before the property was known get prices of their own: those in force when their recording begins. */
async function openHistory(store: PricingStore, scope: AccountScope, id: number, from: string): Promise<void> {
  const account = await store.accounts.findOne(scope, { _id: scope.accountId });
  try {
    await store.calendars.update(scope, { _id: id }, (before) => {
      if (before.is_gone || from >= before.unrecorded_from || from >= before.known_from)
        return Promise.resolve(undefined);
      const ends_utc = endOfNight(from, timeZoneOf(before.property, account));
      return Promise.resolve({ after: { ...before, unrecorded_from: from, ends_utc }, references: undefined });
    });
  } catch (error) {
    // The property was removed meanwhile.
    if (!(error instanceof ApiError && error.code === 'not_found')) throw error;
  }
}
