import { guestCreation } from '@keyhaven/contracts/booking/guest';
import { type ArgumentsOf, type HandlersOf, jobTable, type NameOf } from '@keyhaven/persistence/outbox/job-table';
import { z } from 'zod';

const noArguments = z.object({});

/**
 * All follow-up jobs that the outbox of a stay, a guest or a link can hold, with their arguments. A write that requests
 * a `deciding` job is answered only when the job is done; an error of the job becomes the answer.
 */
const definitions = {
  /**
   * For a stay that takes or frees nights: applies the links that exist by then, and hands over nights to the waitlist.
   */
  settle_nights: z.object({
    property_id: z.int(),
    /** The version of the booking before the write; 0: there was none. */
    version: z.int(),
    /** The number of the property's links that the write took into account. */
    links_revision: z.int(),
    /** Whether to confirm the nights even if the links are unchanged. */
    always: z.boolean(),
    /** Keys of nights that other stays can have now. */
    released: z.array(z.string()),
  }),
  /** For a stay whose property is linked: writes its linked_availability records. */
  derive_linked: noArguments,
  /** For a new linked_availability record: updates it from its source, which may have changed since it was read. */
  refresh_linked: noArguments,
  /** For a stay that got keys: makes the stays that wait for the keys check again. */
  notify_waitlist: noArguments,
  /**
   * For a stay that sold nights: ends the open quotes for them. A concurrent quote runs `check_quote`: at least one of
   * the two jobs sees the other's write.
   */
  preempt_quotes: z.object({
    /** The property, and those linked to it. */
    property_ids: z.array(z.int()),
    arrival: z.string(),
    departure: z.string(),
  }),
  /** For a quote that asks for nights without holding them: ends it if they are sold. */
  check_quote: noArguments,
  /** For an accepted quote: adds the guest whose details the acceptance carries. */
  add_accepted_guest: z.object({ guest_id: z.int(), guest: guestCreation }),
  /** For a record that begins to refer to a guest: restores the guest if it was deleted concurrently. */
  keep_guest: z.object({ guest_id: z.int() }),
  /** For a deleted guest: restores the guest if a record concurrently came to refer to it. */
  confirm_guest_deletion: z.object({ back_to: z.int() }),
  /** For a link that is being made or removed: finishes making or removing it. */
  finish_link: noArguments,
};

export type JobName = NameOf<typeof definitions>;
export type JobArguments<Name extends JobName> = ArgumentsOf<typeof definitions, Name>;
export type JobHandlers = HandlersOf<typeof definitions>;

export const { job, registerJobs } = jobTable(definitions, {
  deciding: ['settle_nights', 'add_accepted_guest', 'confirm_guest_deletion'],
});
