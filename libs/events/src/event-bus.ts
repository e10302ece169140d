import { ApiError, isRefusal } from '@keyhaven/contracts/shared/errors';
import type { TraceHeaders } from '@keyhaven/tracing/tracing';
import type { ChangeEvent } from './change-event';

/** How long a bus keeps events for consumers that are behind, in milliseconds. */
export const EVENTS_KEPT_MS = 14 * 24 * 3600 * 1000;

/** The trace contexts of events, by event id. Events of traces that are not recorded have none. */
export type EventTraces = ReadonlyMap<string, TraceHeaders>;

/** Services publish their changes here and consume those of others. Each service publishes on one topic. */
export interface EventBus {
  /**
   * Publishes events, in the given order for each record. Resolves when all are stored. The bus then delivers them to
   * every consumer at least once.
   * @param traces is delivered with the events.
   * @throws PublishError with the ids of the events that were stored. If an event was not stored, no later event of the
   *   same record was stored either.
   */
  publish(topic: string, events: readonly ChangeEvent[], traces?: EventTraces): Promise<void>;
  /** Delivers the topic's events to a consumer. Resolves when the consumer is registered. */
  consume(consumer: Consumer): Promise<void>;
  /**
   * Delivers the current dead letters of a group to its handler again, in order. A dead letter that still cannot be
   * handled becomes a new one.
   * @throws ApiError conflict when the group does not consume the topic in this process, or when the bus does not store
   *   dead letters. Any other error of the handler ends the redrive: this dead letter and those after it stay.
   */
  redriveDeadLetters(topic: string, group: string): Promise<Redriven>;
  /** Delivers no more events, and resolves when those being handled are finished. */
  close(): Promise<void>;
  /** The system that stores the events. Absent for a bus within one process. */
  readonly broker?: Broker;
}

/** The health of the system behind a bus. */
export interface Broker {
  /** Resolves when the system answers. @throws Error if it does not answer within some seconds. */
  ping(): Promise<void>;
  /** The lag of the groups that this process is part of, across all their processes. @throws Error like `ping`. */
  lags(): Promise<ConsumerLag[]>;
}

export interface ConsumerLag {
  topic: string;
  group: string;
  /** How many events the group has not consumed yet. */
  events: number;
  /** The age of the oldest of these events in seconds, rounded down to a power of two; 0 if there are none. */
  oldestSeconds: number;
  /** How many dead letters the group has. Undefined if they could not be counted. */
  deadLetters: number | undefined;
}

export interface Redriven {
  /** How many dead letters were handled. */
  redriven: number;
  /** How many of them became dead letters again. */
  dead: number;
}

/** The error for a redrive in a process that does not have the group's handler. */
export function notConsumedHere(topic: string, group: string): ApiError {
  return new ApiError(
    'conflict',
    `group ${group} does not consume ${topic} here; send the request to a service that does`,
  );
}

/**
 * A consumer of a topic. Each group gets every event. The consumers of one group divide the events among themselves.
 */
export interface Consumer {
  group: string;
  topic: string;
  /**
   * Handles an event. It must be fast and idempotent: the same event may arrive again, even after a later event of the
   * same record.
   * @param trace the trace context that was published with the event.
   * @throws ImpossibleEvent for an event that can never be handled. It goes to the dead letters. An ApiError below 500
   *   has the same effect. After any other error the event is retried until it succeeds, and the events behind it wait.
   */
  handle(event: ChangeEvent, trace?: TraceHeaders): Promise<void>;
  /** Called after an event of the topic became a dead letter of the group. */
  onDead?(): void;
}

/** Publishing failed for some of the events. */
export class PublishError extends Error {
  constructor(
    message: string,
    /** The ids of the events that were stored. */
    readonly acknowledged: ReadonlySet<string>,
    options?: ErrorOptions,
  ) {
    super(message, options);
    this.name = 'PublishError';
  }
}

/**
 * Thrown by a consumer for an event that can never be handled. The event goes to the dead letters, and later events are
 * handled.
 */
export class ImpossibleEvent extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'ImpossibleEvent';
  }
}

/**
 * The reason why an event can never be handled, taken from its consumer's error. Undefined if the event must be
 * retried. An ApiError below 500 counts as a reason, because one refused record must not delay the events of other
 * accounts.
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
