import { changedRange } from '@keyhaven/contracts/pricing/calendar-change';
import { type HandlersOf, jobTable } from '@keyhaven/persistence/outbox/job-table';
import { z } from 'zod';

/** The jobs that outboxes of pricing can contain, with their arguments. */
const definitions = {
  /** Applies the account's latest spot rate request. */
  apply_spot_rates: z.object({}),
  /** Invalidates the calendars of these properties. Null means all properties of the account. */
  invalidate_calendars: z.object({
    property_ids: z.array(z.number()).nullable(),
    /** The nights that may have changed. */
    ranges: z.array(changedRange),
    /**
     * Whether to recompute `ends_utc`, the next time at which nights change without a write. Absent
     * means false.
     */
    sets_clock: z.boolean().optional(),
  }),
  /** Moves the start of a property's history to an earlier night. */
  open_history: z.object({ property_id: z.number(), from: z.string() }),
};

export type JobHandlers = HandlersOf<typeof definitions>;

/**
 * The response to a change is sent only after the affected calendars are invalidated, so that no process still returns
 * nights that it cached before the change.
 */
export const { job, registerJobs } = jobTable(definitions, { deciding: ['invalidate_calendars'] });
