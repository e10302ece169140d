/**
 * A report of the bus for logs and metrics, one for each unit of work. `lagMs` is the time from the
 * change to the moment when its event was handled.
 */
export type KafkaReport =
  | { kind: 'published'; topic: string; events: number; bytes: number; durationMs: number }
  | { kind: 'publish_retried'; topic: string; reason: string; retryInMs: number }
  | {
      kind: 'consumed';
      topic: string;
      group: string;
      partition: number;
      offset: string;
      eventId: string;
      durationMs: number;
      lagMs: number;
    }
  | {
      kind: 'paused';
      topic: string;
      group: string;
      partition: number;
      offset: string;
      reason: string;
      attempt: number;
      retryInMs: number;
    }
  | {
      kind: 'dead';
      topic: string;
      group: string;
      partition: number;
      offset: string;
      eventId: string | undefined;
      reason: string;
    }
  | { kind: 'topic_unchecked'; topic: string; reason: string }
  | { kind: 'consumer_joined'; topic: string; group: string; partitions: number[] }
  | { kind: 'consumer_restarts'; topic: string; group: string; reason: string; restartInMs: number }
  | { kind: 'client_log'; level: 'error' | 'warn'; message: string };
