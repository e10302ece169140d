import { MongoError } from '../../errors/mongo-error';
import type { Deadline } from '../../evaluation/evaluation';

/**
 * The time limit of a command. As in MongoDB, only the time in which the command runs is counted. The limit is paused
 * while a cursor waits for its client and while other commands run.
 */
export class TimeLimit implements Deadline {
  private end: number | undefined;

  constructor(
    private remaining: number,
    private readonly clock: () => number = () => performance.now(),
  ) {
    this.resume();
  }

  check(): void {
    if (this.end !== undefined && this.clock() >= this.end) {
      throw new MongoError(50, 'MaxTimeMSExpired', 'operation exceeded time limit');
    }
  }

  resume(): void {
    this.end ??= this.clock() + this.remaining;
  }

  pause(): void {
    if (this.end !== undefined) this.remaining = this.end - this.clock();
    this.end = undefined;
  }
}
