/** Background work, such as sweeps and deliveries. */
export interface Worker {
  /** @param noteFailure receives every failure of the work, such as a full disk. */
  start(noteFailure?: (error: unknown) => void): void;
  /** Called after each write and each event of the service: there may be work, so a growing pause ends. */
  wake?(): void;
  /** Finishes the work in progress and starts no more. */
  stop(withinMs: number): Promise<void>;
}
