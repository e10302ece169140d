import { setTimeout as sleep } from 'node:timers/promises';
import type { BatchDrain } from './batch-drain';
import type { Claims } from './claims';
import { keepLeases, type LeaseHolder } from './keep-leases';
import type { JobsDuringOutage } from './jobs-during-outage';
import type { DocumentBackOff } from './document-back-off';

/**
 * The pause before the first attempt, and the longest pause, in milliseconds. Each pause is
 * multiplied by a random factor between 0.5 and 1.5.
 */
const FIRST_PAUSE_MS = 50;
const LAST_PAUSE_MS = 2000;

interface BusProbeOptions {
  holder: LeaseHolder;
  claims: Claims;
  batches: BatchDrain;
  backOff: DocumentBackOff;
  outageJobs: JobsDuringOutage;
  /** Whether the relay still considers the bus down. False after the relay was stopped. */
  isDown: () => boolean;
  failed: (error: unknown) => void;
}

/** Waits until a bus that is down works again. */
export class BusProbe {
  constructor(private readonly options: BusProbeOptions) {}

  /**
   * Tries to publish the events of a single document, and repeats this with growing pauses until
   * the bus accepts events.
   * @returns false if the relay was stopped first.
   */
  async untilBack(): Promise<boolean> {
    const { isDown, failed } = this.options;
    for (let pause = FIRST_PAUSE_MS; isDown(); pause = Math.min(pause * 2, LAST_PAUSE_MS)) {
      await sleep(pause * (0.5 + Math.random()), undefined, { ref: false });
      try {
        if (await this.isBusBack()) return isDown();
      } catch (error) {
        failed(error);
      }
    }
    return false;
  }

  /**
   * Tries to publish the events of one document. If they are refused, the document is remembered, so
   * that it does not make the relay consider the bus down again.
   * This method runs no jobs, because a slow job would delay this attempt.
   */
  private async isBusBack(): Promise<boolean> {
    const { claims, batches, backOff, outageJobs, holder, isDown } = this.options;
    const waiting = await claims.toProbe();
    const drainEvents = () => batches.drain(waiting, () => Promise.resolve(false));
    const { failure, published } = await keepLeases(waiting, holder, drainEvents);
    // A document whose first entry is a job publishes nothing, so it does not show whether the bus
    // works.
    if (failure === undefined && (published > 0 || waiting.length === 0)) return true;
    if (failure !== undefined) waiting.forEach((draining) => backOff.suspect(draining));
    // The claim renewed the document's lease, so no other process runs its jobs. Run the jobs in
    // this process.
    if (isDown()) outageJobs.begin(waiting);
    return false;
  }
}
