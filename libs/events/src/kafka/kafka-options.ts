import type { KafkaConfig } from 'kafkajs';
import { EVENTS_KEPT_MS } from '../event-bus';
import type { KafkaDeadLetter } from './dead-letter';
import type { KafkaReport } from './kafka-report';

export interface KafkaBusOptions {
  /** Addresses of some brokers of the cluster, as `host:port`. */
  brokers: string[];
  /** The client id of this process at the brokers: the service's name. */
  clientId: string;
  ssl?: KafkaConfig['ssl'];
  sasl?: KafkaConfig['sasl'];
  /** For new topics: replicas of each partition, and how many must have an event before it counts as written. */
  replicationFactor: number;
  minInsyncReplicas: number;
  /**
   * For new topics: how long events are kept, in ms. Copies rely on the default, EVENTS_KEPT_MS: they keep the tombstones
   * of deleted records for longer.
   */
  retentionMs?: number;
  /** Called for each event that a group can never handle, after its dead letter is stored: the alarm. */
  onDeadLetter(letter: KafkaDeadLetter): void;
  /** Called when a consumer stopped for good. The process should exit, so that it is noticed and restarted. */
  onFatal(error: Error): void;
  /** Receives reports of all work, for logs and metrics. */
  report(report: KafkaReport): void;
  timing?: Partial<KafkaTiming>;
  /** How many partitions a consumer handles at the same time. Events of one partition are handled one by one. */
  partitionsAtOnce?: number;
}

/** All in milliseconds. */
export interface KafkaTiming {
  /** How long one request may take before its connection is closed. */
  requestMs: number;
  /** How long publishing is tried without progress before it rejects. */
  publishMs: number;
  /** How long a failed event of a consumer waits before it is tried again, at first and at most; it doubles each time. */
  firstRetryMs: number;
  lastRetryMs: number;
  /**
   * A member of a group counts as gone after this time without a heartbeat. After a crash its successor waits this long for its
   * partitions. Brokers accept no less than 6,000.
   */
  sessionMs: number;
  heartbeatMs: number;
  /** How long the members of a group have to join it again when it changes. */
  rebalanceMs: number;
  /** How long a consumer waits before it reconnects after a crash, at first and at most; it doubles each time. */
  firstRestartMs: number;
  lastRestartMs: number;
  /** How long closing waits for the broker, after the handlers have finished. */
  closeMs: number;
}

/**
 * A lost answer costs one request's time, and an outage shorter than `publishMs` causes no rejection. After a failure the relay
 * probes by itself, so waiting longer here gains nothing.
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
 * The longest time that a working reader can be silent, in milliseconds, including joining a group that waits for a vanished
 * member.
 */
export function stalledMs({ rebalanceMs, sessionMs, requestMs }: KafkaTiming): number {
  return rebalanceMs + sessionMs + requestMs + JOIN_MARGIN_MS;
}

/** The options with all defaults. */
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
