/** Background work, such as sweeps and deliveries. */
export interface Worker {
  /** @param noteFailure receives every failure of the work, such as a full disk. */
  start(noteFailure?: (error: unknown) => void): void;
  /** Finishes the work in progress and starts no more. */
  stop(withinMs: number): Promise<void>;
}
