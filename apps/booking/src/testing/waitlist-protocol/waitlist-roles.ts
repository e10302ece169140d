/**
 * The rules of docs/decisions/007-overbooked-nights.md that can be disabled, to show that each is needed. If a field is
 * true, the rule that the field describes is disabled.
 */
export interface DisabledRules {
  /**
   * A booking that waits for the night increases the revision of the stay that occupies the night (the holder), so that
   * a concurrent release of the night fails.
   */
  raise?: boolean;
  /**
   * After a waiting booking has increased the revision of the holder, the booking reads again which stay holds the
   * night.
   */
  lookAgain?: boolean;
  /**
   * The key of a released night stays in the document of its former holder, as a guard, while a booking waits for the
   * night.
   */
  guard?: boolean;
  /** A release is written only if the stay was not written since it was read. */
  revisionOfRelease?: boolean;
  /** A guard is removed only if its document was not written since it was read. */
  revisionOfGuard?: boolean;
  /** The unique index on `kept_keys` allows a night in the `kept_keys` of only one booking. */
  uniqueKept?: boolean;
  /** Only the waiting booking that was booked first may have a released night in its `kept_keys`. */
  firstOnly?: boolean;
  /** A write that releases a night requests a job that hands the night over. */
  handOverJob?: boolean;
  /**
   * A write that gives a night to a booking requests a job. The job makes the other waiting bookings read again which
   * stay holds the night.
   */
  notifyJob?: boolean;
}

/**
 * The processes of the model. Each request may be delayed for any length of time, and a process that
 * runs a job may stop at any step.
 */
export interface Roles {
  /**
   * How many channel bookings arrive for the night. These bookings may arrive in any order, not
   * only in the order in which they were booked.
   */
  channelBookings: number;
  /** Whether a guest tries to book the night too. */
  hasGuest?: boolean;
  /** Which stays a client cancels. 0 is the stay that has the night at the beginning, n is the nth channel booking. */
  cancels: readonly number[];
  /** Which of the canceled stays a client restores after the cancellation. */
  restores?: readonly number[];
  /** How many processes run jobs at the same time. They stand for the requests and sweeps of the service. */
  runners: number;
  /** Whether these processes may stop while they run a job. Defaults to true. */
  mayStop?: boolean;
}
