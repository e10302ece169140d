import type { KafkaConfig } from 'kafkajs';
import { EVENTS_KEPT_MS } from '../event-bus';
import type { KafkaDeadLetter } from './dead-letter';
import type { KafkaReport } from './kafka-report';

export interface KafkaBusOptions {
  /** Addresses of some brokers of the cluster, as `host:port`. */
  brokers: string[];
  /** The name under which the brokers know this process, which is the name of the service. */
  clientId: string;
  ssl?: KafkaConfig['ssl'];
  sasl?: KafkaConfig['sasl'];
  /**
   * For new topics: how many replicas each partition has, and how many of them must store an event before it is
   * acknowledged.
   */
  replicationFactor: number;
  minInsyncReplicas: number;
  /**
   * For new topics: how long events are kept, in milliseconds. The default is EVENTS_KEPT_MS. When a
   * record is deleted, other services replace their copies with tombstones for TOMBSTONE_SECONDS.
   * Events must be kept for a shorter time. Otherwise an old event could restore such a copy.
   */
  retentionMs?: number;
  /** Called for each event that a group can never handle, after it was stored as a dead letter. */
  onDeadLetter(deadLetter: KafkaDeadLetter): void;
  /**
   * Called when a consumer has stopped permanently. The process should exit, so that its supervisor
   * restarts it.
   */
  onFatal(error: Error): void;
  /** Receives reports about the work of the bus, for logs and metrics. */
  report(report: KafkaReport): void;
  timing?: Partial<KafkaTiming>;
  /** How many partitions a consumer handles at the same time. Events of one partition are handled one by one. */
  partitionsAtOnce?: number;
}

/** All values are in milliseconds. */
export interface KafkaTiming {
  /**
   * The time limit for one request. When it has passed, the connection of the request is closed.
   */
  requestMs: number;
  /** How long a publish call retries without progress before it rejects. */
  publishMs: number;
  /**
   * The first and the longest pause before a failed event is retried. The pause doubles after each
   * failure.
   */
  firstRetryMs: number;
  lastRetryMs: number;
  /**
   * A member that sends no heartbeat for this long is removed from its group. So the partitions of
   * a crashed member wait this long for another member. Brokers accept no less than 6,000.
   */
  sessionMs: number;
  heartbeatMs: number;
  /** How long the members have to rejoin their group when its membership changes. */
  rebalanceMs: number;
  /**
   * The first and the longest pause before a crashed consumer reconnects. The pause doubles after
   * each crash.
   */
  firstRestartMs: number;
  lastRestartMs: number;
  /** How long closing waits for the broker after the handlers have finished. */
  closeMs: number;
}

/**
 * With these values, a publish call survives lost answers, and outages shorter than `publishMs`.
 * Longer values gain nothing, because the outbox of the service publishes again after a failure.
 */
const defaultTiming: KafkaTiming = {
  requestMs: 5_000,
  publishMs: 15_000,
  firstRetryMs: 100,
  lastRetryMs: 30_000,
  sessionMs: 10_000,
  heartbeatMs: 1_000,
  rebalanceMs: 30_000,
  firstRestartMs: 200,
  lastRestartMs: 5_000,
  closeMs: 10_000,
};

/** kafkajs limits a request to join a group to `rebalanceMs` plus this time. */
const JOIN_MARGIN_MS = 5000;

/**
 * The longest time for which a working consumer can be silent, in milliseconds. It includes joining
 * a group that still waits for a member that has vanished.
 */
export function stalledMs({ rebalanceMs, sessionMs, requestMs }: KafkaTiming): number {
  return rebalanceMs + sessionMs + requestMs + JOIN_MARGIN_MS;
}

export type KafkaSettings = Omit<Required<KafkaBusOptions>, 'ssl' | 'sasl' | 'timing'> &
  Pick<KafkaBusOptions, 'ssl' | 'sasl'> & { timing: KafkaTiming };

export function completeOptions(options: KafkaBusOptions): KafkaSettings {
  return {
    ...options,
    retentionMs: options.retentionMs ?? EVENTS_KEPT_MS,
    partitionsAtOnce: options.partitionsAtOnce ?? 8,
    timing: { ...defaultTiming, ...options.timing },
  };
}
