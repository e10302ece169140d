import { setTimeout as sleep } from 'node:timers/promises';
import type { BatchDrain } from './batch-drain';
import { WITH_EVENT_FIRST } from './claim';
import type { Claims } from './claims';
import type { Draining } from './draining';
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
    const { isDown, backOff, failed } = this.options;
    const refused: Draining[] = [];
    for (let pause = FIRST_PAUSE_MS; isDown(); pause = Math.min(pause * 2, LAST_PAUSE_MS)) {
      await sleep(pause * (0.5 + Math.random()), undefined, { ref: false });
      try {
        if (!(await this.isBusBack(refused))) continue;
        if (!isDown()) return false;
        for (const draining of refused) backOff.suspect(draining);
        return true;
      } catch (error) {
        failed(error);
      }
    }
    return false;
  }

  /**
   * Tries to publish the events of one document, and remembers the document if they are refused.
   * This method runs no jobs, because a slow job would delay this attempt.
   */
  private async isBusBack(refused: Draining[]): Promise<boolean> {
    const { claims, batches, outageJobs, holder, isDown } = this.options;
    const waiting = await claims.ownOrDue(1, WITH_EVENT_FIRST);
    const drainEvents = () => batches.drain(waiting, () => Promise.resolve(false));
    const { failure, published } = await keepLeases(waiting, holder, drainEvents);
    // A document whose first entry is a job publishes nothing, so it does not show whether the bus
    // works.
    if (failure === undefined && (published > 0 || waiting.length === 0)) return true;
    if (failure !== undefined) refused.push(...waiting);
    // The claim renewed the document's lease, so no other process runs its jobs. Run the jobs in
    // this process.
    if (isDown()) outageJobs.begin(waiting);
    return false;
  }
}
