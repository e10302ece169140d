/** Work beside requests, such as sweeps and deliveries. */
export interface Worker {
  /** @param noteFailure receives what kept it from its work, such as a full disk. */
  start(noteFailure?: (error: unknown) => void): void;
  /** Finishes the work in progress and begins no more. */
  stop(withinMs: number): Promise<void>;
}
