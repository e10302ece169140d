import { ApiError, isRefusal } from '@keyhaven/contracts/shared/errors';
import type { ChangeEvent } from './change-event';

/** How long a bus keeps events for late consumers, in milliseconds. */
export const EVENTS_KEPT_MS = 14 * 24 * 3600 * 1000;

/** Where services publish their changes and consume those of others. Each service has one topic. */
export interface EventBus {
  /**
   * Publishes events, in the given order for each record. Resolves when all of them are stored: from then on the bus
   * delivers them to every consumer, at least once.
   * @throws PublishError naming the events that were stored nevertheless. None of them is behind an event of the same
   *   record that was not stored.
   */
  publish(topic: string, events: readonly ChangeEvent[]): Promise<void>;
  /** Starts to deliver the topic's events to a consumer. Resolves when it is registered. */
  consume(consumer: Consumer): Promise<void>;
  /**
   * Delivers the present dead letters of a group to its handler again, in order. A letter that still cannot be handled
   * becomes a new letter.
   * @throws ApiError conflict when the group does not consume the topic in this process, or the bus keeps no letters;
   *   any other error of the handler: then that letter and those behind it stay.
   */
  redriveDeadLetters(topic: string, group: string): Promise<Redriven>;
  /** Waits for the events that are being handled, and delivers no more. */
  close(): Promise<void>;
  /** The system that stores the events; absent for a bus within one process. */
  readonly broker?: Broker;
}

/** The health of the system behind a bus. */
export interface Broker {
  /** Resolves when the system answers. @throws Error when it does not within some seconds. */
  ping(): Promise<void>;
  /** The lag of the groups that this process is part of, over all their processes. @throws Error as `ping`. */
  lags(): Promise<ConsumerLag[]>;
}

/** The lag of a group on a topic. */
export interface ConsumerLag {
  topic: string;
  group: string;
  /** The number of events still to be consumed. */
  events: number;
  /** The minimum age of the oldest of them, as a power of two in seconds; 0 when there is none. */
  oldestSeconds: number;
}

/** The result of delivering dead letters again. */
export interface Redriven {
  /** The number that were handled. */
  redriven: number;
  /** The number that are dead letters again. */
  dead: number;
}

/** The answer when a group's handler is not in this process, so that its letters cannot be handled here. */
export function notConsumedHere(topic: string, group: string): ApiError {
  return new ApiError(
    'conflict',
    `group ${group} does not consume ${topic} here; send the request to a service that does`,
  );
}

/** A consumer of a topic. Consumers of one group share the work; every group gets every event. */
export interface Consumer {
  group: string;
  topic: string;
  /**
   * Must be short and safe to repeat: the same event may arrive again, even after a later one of the same record.
   * @throws ImpossibleEvent for an event that can never succeed, which goes to the dead letters. A refusal (an ApiError below
   * 500) counts as one. After any other error the event is tried again until it succeeds, and holds up those behind it.
   */
  handle(event: ChangeEvent): Promise<void>;
}

/** Publishing failed for some of the events. */
export class PublishError extends Error {
  constructor(
    message: string,
    /** Ids of the events that were stored. */
    readonly acknowledged: ReadonlySet<string>,
    options?: ErrorOptions,
  ) {
    super(message, options);
    this.name = 'PublishError';
  }
}

/** Thrown by a consumer for an event that can never be handled. The event goes to the dead letters, and later ones proceed. */
export class ImpossibleEvent extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'ImpossibleEvent';
  }
}

/**
 * Why an event can never be handled, from its consumer's error; undefined when it must be tried again. A refusal of one
 * record must not hold up the events of other accounts.
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
