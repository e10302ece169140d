/**
 * The rules of the decisions 002, 004, 015 and 016 (in docs/decisions) that can be disabled, to show that each is
 * needed. If a field is true, the rule that the field describes is disabled.
 */
export interface DisabledRules {
  /** The unique index on nights refuses a stay with a night key that another stay already has. */
  uniqueNights?: boolean;
  /** A new stay and its night keys are stored in one write. */
  keysWithStay?: boolean;
  /** A change of a stay is written only if the stay was not written since it was read. */
  revisionOfChange?: boolean;
  /** An acceptance is written only if the quote was not written since it was read. */
  revisionOfAcceptance?: boolean;
  /** An acceptance is written only while the quote is open by the database's clock. */
  clockOfAcceptance?: boolean;
  /**
   * The database's clock decides whether a hold has expired. Without this rule, a process decides
   * by its own clock, which may be ahead of the database's clock.
   */
  clockOfExpiry?: boolean;
  /** A hold is ended only if it is still expired and was not written since it was read. */
  conditionOfExpiry?: boolean;
  /** A request that finds a taken night ends expired holds of the night, and tries again. */
  takeOver?: boolean;
  /** A sweep (a periodic background job) ends expired holds. */
  sweep?: boolean;
  /** The unique index on Idempotency-Keys refuses a second stay of the same request. */
  uniqueRequest?: boolean;
}

/** The two nights of the model, as bits. A set of nights is the sum of its elements. */
export const FIRST = 1;
export const SECOND = 2;

/**
 * The concurrent requests for the nights. Each request may be delayed for any length of time, and its
 * process may stop at any step.
 */
export interface Requests {
  /** A quote that holds nights until it expires, which may happen at any step. */
  hold?: {
    nights: number;
    isAccepted?: boolean;
    /** The nights to which the quote is moved. */
    movesTo?: number;
    /** Whether a request gives the quote a later expiry, even after the quote has expired. */
    isExtended?: boolean;
  };
  bookings: readonly {
    nights: number;
    /** How many times the request is sent, always with the same Idempotency-Key. */
    attempts?: number;
    isCanceled?: boolean;
    isRestored?: boolean;
    /** The nights to which the booking is moved. */
    movesTo?: number;
  }[];
}
