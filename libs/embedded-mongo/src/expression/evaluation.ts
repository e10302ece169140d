import { MongoError } from '../errors';

/** The time limit of a command. */
export interface Deadline {
  /** @throws MongoError 50 (MaxTimeMSExpired) after the deadline */
  check(): void;
}

/** State that all filters, updates and expressions of one command share. */
export interface Evaluation {
  /** $$NOW, the same for the whole command. */
  now: Date;
  deadline?: Deadline;
}

/** A deadline at an instant of the given clock (milliseconds). */
export function deadlineAt(instant: number, clock: () => number = Date.now): Deadline {
  return {
    check() {
      if (clock() >= instant) throw new MongoError(50, 'MaxTimeMSExpired', 'operation exceeded time limit');
    },
  };
}
