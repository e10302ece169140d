import { annotatedTypes } from '@keyhaven/contracts/booking/annotation';
import { guestCreation } from '@keyhaven/contracts/booking/guest';
import { type ArgumentsOf, type HandlersOf, jobTable, type NameOf } from '@keyhaven/persistence/outbox/job-table';
import { z } from 'zod';

const noArguments = z.object({});

/**
 * Which records are still to be updated after a definition has changed: those of type `entity_type` whose document id
 * is greater than `after`, and those of the types that follow.
 */
const sweepPosition = z.object({ entity_type: z.enum(annotatedTypes), after: z.int() });

/**
 * All follow-up jobs of this service, with their arguments. A job is stored in the outbox of the
 * document whose write caused it. A request waits for the jobs named in `deciding` before it is
 * answered. If one of these jobs throws, the response contains the error of that job.
 */
const definitions = {
  /**
   * Runs for a stay that takes or frees nights. Takes the night keys (see `night_keys` in stay.model.ts) of links that
   * were created after the write was computed, and hands over released nights to waiting stays.
   */
  settle_nights: z.object({
    property_id: z.int(),
    /** The version of the booking before the write; 0 for a new booking. */
    version: z.int(),
    /** `links_revision` of the property when the write was computed. */
    links_revision: z.int(),
    /** Whether to secure the nights even if the links have not changed. */
    always: z.boolean(),
    /** Night keys that the stay released and that other stays may take. */
    released: z.array(z.string()),
  }),
  /** Runs for a stay whose property is linked. Writes its linked_availability records. */
  derive_linked: noArguments,
  /**
   * Runs for a new linked_availability record. Updates the record from its original booking, which
   * may have changed after that booking was read.
   */
  refresh_linked: noArguments,
  /**
   * Runs for a stay that got night keys. Makes the stays that wait for these keys look up again which stays have them.
   */
  notify_waitlist: noArguments,
  /**
   * Runs for a booking or block that took nights. Ends the open quotes for these nights. A quote that is written at the
   * same time has the job `check_quote`. So at least one of the two jobs finds the write of the other document.
   */
  preempt_quotes: z.object({
    /** The id of the stay's property, and the ids of the properties linked to that property. */
    property_ids: z.array(z.int()),
    arrival: z.string(),
    departure: z.string(),
  }),
  /** Runs for a quote that does not hold its nights. Ends the quote if the nights are booked. */
  check_quote: noArguments,
  /** Runs for an accepted quote. Creates the guest whose details came with the acceptance. */
  add_accepted_guest: z.object({ guest_id: z.int(), guest: guestCreation }),
  /**
   * Runs for a record that got tags or fields. Creates missing definitions, and applies renames and deletions of
   * definitions that happened at the same time.
   */
  settle_annotations: z.object({
    entity_type: z.enum(annotatedTypes),
    tags: z.array(z.object({ definition_id: z.int(), name: z.string() })),
    fields: z.array(z.object({ definition_id: z.int(), code: z.string() })),
  }),
  /** Runs for a changed tag definition. Renames or removes the tag on all records, in batches. */
  spread_tag_definition: sweepPosition,
  /** Runs for a deleted field definition. Removes the field from all records, in batches. */
  spread_field_definition: sweepPosition,
  /** Runs for a record that got a guest. Restores the guest if the guest was deleted at the same time. */
  keep_guest: z.object({ guest_id: z.int() }),
  /**
   * Runs for a deleted guest. Restores the guest if another request assigned the guest to a record at the same time.
   */
  recheck_guest_deletion: z.object({ back_to: z.int() }),
  /** Runs for a property or booking that got an owner. Restores the owner if the owner was deleted at the same time. */
  keep_owner: z.object({ owner_id: z.int() }),
  /** Does for a deleted owner what `recheck_guest_deletion` does for a deleted guest. */
  recheck_owner_deletion: z.object({ back_to: z.int() }),
  /** Runs for a link that is being created or removed. Completes the creation or the removal. */
  finish_link: noArguments,
};

export type JobName = NameOf<typeof definitions>;
export type JobArguments<Name extends JobName> = ArgumentsOf<typeof definitions, Name>;
export type JobHandlers = HandlersOf<typeof definitions>;

export const { job, registerJobs } = jobTable(definitions, {
  deciding: ['settle_nights', 'add_accepted_guest', 'recheck_guest_deletion', 'recheck_owner_deletion'],
});
