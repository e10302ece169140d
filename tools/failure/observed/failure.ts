/** A failure that was caused, and what was seen of it. */
export interface Failure {
  kind: string;
  victim: string;
  /** The observation that proves that the failure really happened; undefined if there is none. */
  evidence: string | undefined;
  /** The seconds from its end until the platform or the process worked again; undefined if that took too long. */
  recoveredAfter: number | undefined;
}
