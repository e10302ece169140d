import { Gathering } from './gathering';

/**
 * Combines the writes of an import, and the look-ups of its keys. The records of all lines are created at the same
 * time, each by the same code as a request that creates one record. Calls that the lines make in the same turn of the
 * event loop are sent to the database as one.
 */
export class Together extends Gathering {
  /** The Idempotency-Keys of lines whose records were already created by an earlier import. */
  readonly repeated = new Set<string>();
}
