/**
 * The rules of docs/decisions/003-outbox-in-the-document.md. A rule is disabled if its field is true.
 * A test disables one rule at a time to show that each rule is needed.
 */
export interface DisabledRules {
  /** An event is published only after its change was committed. */
  publishAfterCommit?: boolean;
  /** A change and its entries are one write. */
  entriesWithChange?: boolean;
  /** An entry is removed only after it was handled: the bus accepted the event, or the job has run. */
  removeAfterHandling?: boolean;
  /** A sweep leaves a document to the process that holds the lease. */
  lease?: boolean;
  /** A sweep takes over documents whose lease has run out. */
  sweep?: boolean;
  /** Entries are stored in the spill collection before they are removed from the document. */
  spillBeforeRemoval?: boolean;
  /** The spilled entries of a document are handled before those in the document. */
  spilledFirst?: boolean;
  /** After a full page of spilled entries, the entries in the document wait for the next pass. */
  fullPage?: boolean;
  /**
   * A document's mark of spilled entries is removed only after all spilled entries up to the marked
   * one were read and handled.
   */
  markUpToLast?: boolean;
  /**
   * When an update removes the due time of a document, the database checks that the outbox is empty.
   * An earlier read is not enough.
   */
  emptyInDatabase?: boolean;
  /**
   * The update that marks a document as having spilled entries also sets a due time, because
   * another process may have emptied the outbox in the meantime.
   */
  dueWithMark?: boolean;
  /** A sweep looks for spilled entries whose document has no due time. */
  spillSweep?: boolean;
}

/**
 * What the two processes in the model do. Both belong to the same service and change the same
 * document.
 */
export interface Roles {
  /** How many changes each process writes. */
  changes: readonly [number, number];
  /** Whether each change has a job besides its event. */
  hasJobs?: boolean;
  /** Whether the first process may die at any step. If not, it may still be slow. */
  mayDie?: boolean;
  /**
   * Whether a lease may run out while its holder is still working, and whether the bus or a job may
   * fail.
   */
  leasesRunOut?: boolean;
  /** If the outbox has this many entries, they move to the spill collection before the next write. Defaults to 1. */
  room?: number;
  /**
   * Whether the model requires that each entry is handled exactly once. This holds only if no entry
   * is spilled and no lease runs out.
   */
  isOnce?: boolean;
}
