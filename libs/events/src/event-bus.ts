import { ApiError, isRefusal } from '@keyhaven/contracts/shared/errors';
import type { ChangeEvent } from './change-event';

/** How long a bus keeps events for those who follow late, in milliseconds. */
export const EVENTS_KEPT_MS = 14 * 24 * 3600 * 1000;

/** Where services tell their changes and follow those of others. One topic a service. */
export interface EventBus {
  /**
   * Hands events over, in the order given for each record. Resolves when all of them are safe: from then on it is the
   * bus that owes them to every consumer, at least once.
   * @throws PublishError naming the events that were taken all the same; no event of a record is among them that
   * follows one of the same record which is not.
   */
  publish(topic: string, events: readonly ChangeEvent[]): Promise<void>;
  /** Begins to hand the topic's events to a consumer. Resolves when it is registered. */
  consume(consumer: Consumer): Promise<void>;
  /**
   * Hands the dead letters of a group that is followed here to its handler again, as many as there are now and in their
   * order. What still cannot be handled becomes a new letter.
   * @throws ApiError conflict when the group does not follow the topic in this process, or the bus keeps no letters; and
   * what the handler threw for any other reason: that letter and those behind it stay.
   */
  redriveDeadLetters(topic: string, group: string): Promise<Redriven>;
  /** Lets what is being handled finish, and hands out no more. */
  close(): Promise<void>;
  /** The system that keeps the events, where that is not this process. */
  readonly broker?: Broker;
}

/** What can be asked about the system behind a bus. */
export interface Broker {
  /** Resolves when it answers. @throws Error when it does not within some seconds. */
  ping(): Promise<void>;
  /** How far the groups are behind that are consumed here, all their processes together. @throws Error as `ping`. */
  lags(): Promise<ConsumerLag[]>;
}

/** How far a group is behind on a topic. */
export interface ConsumerLag {
  topic: string;
  group: string;
  /** How many events it has still to consume. */
  events: number;
  /** For how long at least the oldest of them has been there, to a power of two; 0 when there is none. */
  oldestSeconds: number;
}

/** What became of dead letters that were handed over again. */
export interface Redriven {
  /** How many were handled. */
  redriven: number;
  /** How many are dead letters again. */
  dead: number;
}

/** Only where its handler is can a group's letters be handled. */
export function notConsumedHere(topic: string, group: string): ApiError {
  return new ApiError('conflict', `group ${group} does not follow ${topic} here; ask a service that does`);
}

/** Who follows a topic. Consumers of one group share the work; every group gets every event. */
export interface Consumer {
  group: string;
  topic: string;
  /**
   * Short, and safe to repeat: the same event may come again, also after a later one of the same record.
   * @throws ImpossibleEvent for what can never succeed, as a refusal (ApiError below 500) is taken to be: it goes to the
   * dead letters. Anything else is tried again until it succeeds, and holds up what follows.
   */
  handle(event: ChangeEvent): Promise<void>;
}

/** Publishing failed for some of the events. */
export class PublishError extends Error {
  constructor(
    message: string,
    /** Ids of the events that were taken. */
    readonly acknowledged: ReadonlySet<string>,
    options?: ErrorOptions,
  ) {
    super(message, options);
    this.name = 'PublishError';
  }
}

/** Thrown by a consumer for an event that can never be handled: it goes to the dead letters, and later ones proceed. */
export class ImpossibleEvent extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'ImpossibleEvent';
  }
}

/**
 * Why an event can never be handled, by what its consumer threw for it; undefined for what is to be tried again. A
 * refusal of one record must not hold up those of other accounts.
 */
export function whyImpossible(error: unknown): string | undefined {
  return error instanceof ImpossibleEvent || isRefusal(error) ? error.message : undefined;
}

/** An event that a group could not handle. */
export interface DeadLetter {
  topic: string;
  group: string;
  event: ChangeEvent;
  reason: string;
}
