import { MongoError } from '../errors/mongo-error';

export interface Deadline {
  /** @throws MongoError 50 (MaxTimeMSExpired) after the deadline */
  check(): void;
}

/** The state that all filters, updates and expressions of one command share. */
export interface Evaluation {
  /** The value of $$NOW, which is the same for the whole command. */
  now: Date;
  deadline?: Deadline;
}

/** Creates a deadline. `instant` is in milliseconds since 1970, or in the unit of the given clock. */
export function deadlineAt(instant: number, clock: () => number = Date.now): Deadline {
  return {
    check() {
      if (clock() >= instant) throw new MongoError(50, 'MaxTimeMSExpired', 'operation exceeded time limit');
    },
  };
}
