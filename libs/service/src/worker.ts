/** Work in the background, such as searches for unfinished work, and deliveries of webhooks. */
export interface Worker {
  /**
   * @param noteFailure is called with every error of the work, for example to detect a full disk.
   */
  start(noteFailure?: (error: unknown) => void): void;
  /**
   * Ends a long pause, because there may be new work. Called after each write and each consumed
   * event of the service.
   */
  wake?(): void;
  /**
   * Ends waiting requests, such as long polls, by answering them. Called at shutdown, before the
   * service waits for its requests to end.
   */
  drain?(): void;
  /** Finishes the work in progress, and starts no new work. */
  stop(withinMs: number): Promise<void>;
}
