import { accountId, type AccountScope } from '@keyhaven/persistence/account-scope';
import type { Relay } from '@keyhaven/persistence/outbox/relay';
import type { JobRequest } from '@keyhaven/persistence/plan-change';
import { z } from 'zod';

/**
 * A follow-up job of the outbox: the name under which it is stored, and the shape of its arguments. A job runs after the
 * write that requests it, before its answer; after a crash any process runs it. It may run several times.
 */
function job<Args extends Record<string, unknown>>(name: string, argsOf: z.ZodType<Args>) {
  return {
    /** The entry that a write appends to the outbox. */
    request: (args: Args): JobRequest => ({ name, args }),
    /** Registers the function that does the job. */
    handleWith: (relay: Relay, handle: (scope: AccountScope, args: Args) => Promise<void>): void =>
      relay.defineJob(name, (args, { userId }) => handle({ accountId: accountId(userId) }, argsOf.parse(args))),
  };
}

/** Applies the account's latest spot rate request. */
export const applySpotRatesJob = job('apply_spot_rates', z.object({}));

/** Invalidates all nights of the calendars of these properties; null stands for all properties of the account. */
export const invalidateCalendarsJob = job(
  'invalidate_calendars',
  z.object({ property_ids: z.array(z.number()).nullable() }),
);

/** Opens the history of a property from an earlier first night. */
export const openHistoryJob = job('open_history', z.object({ property_id: z.number(), from: z.string() }));
