/** A failure that the test caused, and its observed effect. */
export interface Failure {
  kind: string;
  victim: string;
  /** The observation that proves that the failure really happened; undefined if there is none. */
  evidence: string | undefined;
  /**
   * The seconds from the end of the failure until the platform or the process worked again;
   * undefined if that took too long.
   */
  recoveredAfter: number | undefined;
}
