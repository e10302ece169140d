import { Gathering } from './gathering';

/**
 * Combines the database calls of the lines of an import. All lines run at the same time, each with
 * the same code as a request that creates one record. Calls of the same kind that the lines make in
 * the same turn of the event loop are sent to the database as one call.
 */
export class Together extends Gathering {
  /** The Idempotency-Keys of lines whose records were already created by an earlier import. */
  readonly repeated = new Set<string>();
}
