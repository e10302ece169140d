/** Work beside requests, such as sweeps and deliveries. */
export interface Worker {
  start(): void;
  /** Finishes the work in progress and begins no more. */
  stop(withinMs: number): Promise<void>;
}
