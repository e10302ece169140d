/** The rules of decision 007 that can be disabled, to show that each is needed. */
export interface DisabledRules {
  /** A booking that waits increases the revision of the holder, so that a concurrent release of the night fails. */
  raise?: boolean;
  /** After a booking that waits has increased the revision of the holder, it reads again who holds the night. */
  lookAgain?: boolean;
  /** A released night stays on the document of its former holder, as a guard, while a booking waits for it. */
  guard?: boolean;
  /** A release is written only if the stay was not written since it was read. */
  revisionOfRelease?: boolean;
  /** A guard is removed only if its document was not written since it was read. */
  revisionOfGuard?: boolean;
  /** The unique index lets only one booking keep a night. */
  uniqueKept?: boolean;
  /** Only the first of the waiting bookings keeps a released night. */
  firstOnly?: boolean;
  /** A release has a job that hands the night over. */
  handOverJob?: boolean;
  /** A booking that gets a night has a job that makes the other waiting bookings read the holder again. */
  notifyJob?: boolean;
}

/** What the processes do. Each may be delayed for any time, and the process that runs a job may stop at any step. */
export interface Roles {
  /** How many bookings of channels arrive for the night. They were booked in this order, and arrive in any order. */
  channelBookings: number;
  /** Whether a guest tries to book the night too. */
  hasGuest?: boolean;
  /** Which stays a client cancels: 0 is the holder, n is the nth booking of a channel. */
  cancels: readonly number[];
  /** Which of the canceled stays a client restores afterwards. */
  restores?: readonly number[];
  /** How many processes run jobs at the same time: requests and sweeps. */
  runners: number;
  /** Whether these processes may stop while they run a job. Defaults to true. */
  mayStop?: boolean;
}
