import { guestCreation } from '@keyhaven/contracts/booking/guest';
import { type ArgumentsOf, type HandlersOf, jobTable, type NameOf } from '@keyhaven/persistence/outbox/job-table';
import { z } from 'zod';

const noArguments = z.object({});

/**
 * Every follow-up job that the outbox of a stay, a guest or a link can hold, with its arguments. A write that needs one
 * of the `deciding` jobs is answered only when the job is done, and with what the job throws.
 */
const definitions = {
  /** Of a stay that takes or frees nights: counts with the links that exist by then, and serves the waitlist. */
  settle_nights: z.object({
    property_id: z.int(),
    /** The version of the booking before the write; 0: there was none. */
    version: z.int(),
    /** Ids of the property's links that the write counted with, ascending. */
    links: z.array(z.int()),
    /** Whether to confirm the nights even if the links are still the same. */
    always: z.boolean(),
    /** Keys of nights that other stays can have now. */
    released: z.array(z.string()),
  }),
  /** Of a stay whose property is linked: writes its linked_availability records. */
  derive_linked: noArguments,
  /** Of a new linked_availability record: brings it up to its source, which may have changed since it was read. */
  refresh_linked: noArguments,
  /** Of a stay that got keys: those that wait for the keys look again. */
  notify_waitlist: noArguments,
  /** Of a stay that sold nights: ends the open quotes for them. A quote checks by `check_quote`; one sees the other. */
  preempt_quotes: noArguments,
  /** Of a quote that asks for nights which nothing holds: ends it if they are sold. */
  check_quote: noArguments,
  /** Of an accepted quote: adds the guest whose details the acceptance carries. */
  add_accepted_guest: z.object({ guest_id: z.int(), guest: guestCreation }),
  /** Of a record that begins to refer to a guest: restores the guest if a deletion came at the same time. */
  keep_guest: z.object({ guest_id: z.int() }),
  /** Of a deleted guest: restores the guest if a record came to refer to it at the same time. */
  confirm_guest_deletion: z.object({ back_to: z.int() }),
  /** Of a link that is being made or removed: goes on with it. */
  finish_link: noArguments,
};

export type JobName = NameOf<typeof definitions>;
export type JobArguments<Name extends JobName> = ArgumentsOf<typeof definitions, Name>;
export type JobHandlers = HandlersOf<typeof definitions>;

export const { job, registerJobs } = jobTable(definitions, {
  deciding: ['settle_nights', 'add_accepted_guest', 'confirm_guest_deletion'],
});
