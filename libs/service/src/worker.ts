/** Background work, such as sweeps and deliveries. */
export interface Worker {
  /** @param noteFailure is called with every error of the work, such as a full disk. */
  start(noteFailure?: (error: unknown) => void): void;
  /** Called after each write and each event of the service. There may be new work, so a long pause should end. */
  wake?(): void;
  /** Called before the service waits for its requests to end. Answers requests that are waiting for something. */
  drain?(): void;
  /** Finishes the work in progress and starts no more. */
  stop(withinMs: number): Promise<void>;
}
