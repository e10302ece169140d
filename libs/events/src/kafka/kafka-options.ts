import type { KafkaConfig } from 'kafkajs';
import { EVENTS_KEPT_MS } from '../event-bus';
import type { KafkaDeadLetter } from './dead-letter';
import type { KafkaReport } from './kafka-report';

export interface KafkaBusOptions {
  /** Addresses of some brokers of the cluster, as `host:port`. */
  brokers: string[];
  /** How this process names itself to the brokers: the service's name. */
  clientId: string;
  ssl?: KafkaConfig['ssl'];
  sasl?: KafkaConfig['sasl'];
  /** For topics that have to be created: copies of each partition, and how many must have an event before it counts. */
  replicationFactor: number;
  minInsyncReplicas: number;
  /**
   * For topics that have to be created: how long events are kept, in ms. Default: EVENTS_KEPT_MS,
   * which copies rely on: they keep the tombstones of deleted records for longer.
   */
  retentionMs?: number;
  /** Told of each event that a group can never handle, after it is safe among the dead letters: the alarm. */
  onDeadLetter(letter: KafkaDeadLetter): void;
  /** Told that a consumer stopped for good; the process should end, so that it is seen and started anew. */
  onFatal(error: Error): void;
  /** Told of all work, for logs and metrics. */
  report(report: KafkaReport): void;
  timing?: Partial<KafkaTiming>;
  /** Of how many partitions at once a consumer handles events. Those of one partition are handled one by one. */
  partitionsAtOnce?: number;
}

/** All in milliseconds. */
export interface KafkaTiming {
  /** How long one request may take before its connection is given up. */
  requestMs: number;
  /** How long publishing tries without any progress before it rejects. */
  publishMs: number;
  /** How long a failed event of a consumer waits before it is tried again; the wait doubles up to the last. */
  firstRetryMs: number;
  lastRetryMs: number;
  /**
   * A member of a group counts as gone when it sent no heartbeat for so long. After a crash its successor waits as long
   * for its partitions. Brokers take no less than 6,000.
   */
  sessionMs: number;
  heartbeatMs: number;
  /** How long the members of a group have to join it again when it changes. */
  rebalanceMs: number;
  /** How long a consumer waits before it connects again after a crash; the wait doubles up to the last. */
  firstRestartMs: number;
  lastRestartMs: number;
  /** How long closing waits for the broker, after the handlers have finished. */
  closeMs: number;
}

/**
 * A lost answer costs one request's time, and an outage shorter than `publishMs` no rejection at all. A relay that is
 * told of a failure probes by itself, so that waiting longer here gains nothing.
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

/** kafkajs lets the request to join a group take so much longer than the group itself may take to form. */
const JOIN_MARGIN_MS = 5000;

/**
 * How long a reader that is in order can at most be silent, joining a group that waits for a vanished member included;
 * in milliseconds.
 */
export function stalledMs({ rebalanceMs, sessionMs, requestMs }: KafkaTiming): number {
  return rebalanceMs + sessionMs + requestMs + JOIN_MARGIN_MS;
}

/** The options with everything filled in. */
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
