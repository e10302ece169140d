import { ApiError, isRefusal } from '@keyhaven/contracts/shared/errors';
import type { TraceHeaders } from '@keyhaven/tracing/tracing';
import type { ChangeEvent } from './change-event';

/** How long a bus keeps events for consumers that have not read them yet, in milliseconds. */
export const EVENTS_KEPT_MS = 14 * 24 * 3600 * 1000;

/** The trace contexts of events, by event id. An event whose trace is not recorded has none. */
export type EventTraces = ReadonlyMap<string, TraceHeaders>;

/**
 * Services publish their own changes here, and consume the changes of other services. Each service
 * publishes on one topic.
 */
export interface EventBus {
  /**
   * Publishes events. Events of the same record are published in the given order. Resolves when all
   * events are stored. Each group that consumes the topic receives each event at least once.
   * @param traces trace contexts, which are delivered with the events.
   * @throws PublishError with the ids of the events that were stored. If an event was not stored,
   *   no later event of the same record was stored either.
   */
  publish(topic: string, events: readonly ChangeEvent[], traces?: EventTraces): Promise<void>;
  /** Delivers the topic's events to a consumer. Resolves when the consumer is registered. */
  consume(consumer: Consumer): Promise<void>;
  /**
   * Redrives dead letters: delivers all dead letters of a group to the group's handler again, in
   * order. A dead letter that the handler still cannot process becomes a new dead letter.
   * @throws ApiError conflict if the group does not consume the topic in this process, or if the
   *   bus does not store dead letters. If the broker fails, or if the handler throws an error after
   *   which an event must be retried, the redrive ends with this error. The dead letters that were
   *   not handled are kept.
   */
  redriveDeadLetters(topic: string, group: string): Promise<Redriven>;
  /** Stops delivering events. Resolves when the events that are being handled are finished. */
  close(): Promise<void>;
  /** The system that stores the events, such as Kafka. Absent for a bus within one process. */
  readonly broker?: Broker;
}

/**
 * The system that stores the events of a bus. It reports its health and the lag of the consumers.
 */
export interface Broker {
  /** Resolves when the system answers. @throws Error if it does not answer within some seconds. */
  ping(): Promise<void>;
  /**
   * The lag of each group to which a consumer of this process belongs, across all processes of the
   * group. @throws Error like `ping`.
   */
  lags(): Promise<ConsumerLag[]>;
}

export interface ConsumerLag {
  topic: string;
  group: string;
  /** How many events the group has not consumed yet. */
  events: number;
  /**
   * The age in seconds of the oldest event that the group has not consumed, rounded down to a power
   * of two; 0 if there is none.
   */
  oldestSeconds: number;
  /** How many dead letters the group has. Undefined if they cannot be counted. */
  deadLetters: number | undefined;
}

export interface Redriven {
  /** How many dead letters were handled and are therefore no longer dead letters. */
  redriven: number;
  /** How many dead letters could not be handled and became dead letters again. */
  dead: number;
}

/** The error when a redrive is requested from a process that does not have the group's handler. */
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
   * Handles an event. The handler must be fast and idempotent: the same event may arrive again,
   * even after a later event of the same record.
   * @param trace the trace context that was published with the event.
   * @param isRedriven whether the event was a dead letter. It may then be older than EVENTS_KEPT_MS.
   * @throws ImpossibleEvent for an event that can never be handled. The event then becomes a dead
   *   letter. An ApiError with a status below 500 has the same effect. After any other error, the
   *   event is retried until it succeeds, and later events wait.
   */
  handle(event: ChangeEvent, trace?: TraceHeaders, isRedriven?: boolean): Promise<void>;
  /** Called after an event of the topic became a dead letter of the group. */
  onDead?(): void;
}

/** Thrown by `publish` if some or all of the events were not stored. */
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
 * Thrown by a consumer for an event that can never be handled. The event becomes a dead letter, and
 * later events are handled.
 */
export class ImpossibleEvent extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'ImpossibleEvent';
  }
}

/**
 * Returns why an event can never be handled, according to the consumer's error; undefined if the
 * event must be retried. After an ApiError with a status below 500, the event is not retried,
 * because one refused record must not delay the events of other accounts.
 */
export function whyImpossible(error: unknown): string | undefined {
  return error instanceof ImpossibleEvent || isRefusal(error) ? error.message : undefined;
}

/** An event that a group could not handle, and why. */
export interface DeadLetter {
  topic: string;
  group: string;
  event: ChangeEvent;
  reason: string;
}
