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

/** Makes a deadline. `instant` is a time of the clock, in milliseconds. */
export function deadlineAt(instant: number, clock: () => number = Date.now): Deadline {
  return {
    check() {
      if (clock() >= instant) throw new MongoError(50, 'MaxTimeMSExpired', 'operation exceeded time limit');
    },
  };
}
