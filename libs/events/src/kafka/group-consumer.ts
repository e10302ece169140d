import type { Consumer as KafkaConsumer, KafkaMessage } from 'kafkajs';
import type { Consumer } from '../event-bus';
import { subscribedAssigner } from './assign-subscribed';
import { type ClientSession, openSession } from './client-session';
import { consumeBatch } from './consume-batch';
import { isLasting } from './failure';
import { type KafkaSettings, stalledMs } from './kafka-options';
import { PartitionBackOff } from './partition-back-off';
import { withDeadline } from './with-deadline';

/** How long a fetch waits at the broker for new events, in milliseconds; a paused partition may resume this much later. */
const FETCH_WAIT_MS = 500;
/** Offsets are committed after each batch, and within a long one at least at this interval, in milliseconds. */
const COMMIT_EVERY_MS = 1000;

/** One life of the kafkajs consumer, from connecting to its crash. */
interface Life {
  session: ClientSession;
  kafka: KafkaConsumer;
}

export interface GroupConsumerWork {
  /** Checks the topics; called at every start. */
  prepare(): Promise<void>;
  handle(partition: number, message: KafkaMessage): Promise<void>;
}

/**
 * A member of a group that consumes one topic. When kafkajs' consumer crashes or shows no activity, it is replaced by a new
 * one, as often as needed. Only errors that no restart can fix are fatal.
 */
export class GroupConsumer {
  private life: Life | undefined;
  private closed = false;
  private restartMs: number;
  private lastSign = Date.now();
  private timer: NodeJS.Timeout | undefined;
  private watchdog: NodeJS.Timeout | undefined;
  private readonly inHand = new Set<Promise<void>>();
  private readonly backOff: PartitionBackOff;
  /** Set until the first attempt has ended. */
  private starting: { resolve(): void; reject(error: unknown): void } | undefined;

  constructor(
    private readonly settings: KafkaSettings,
    private readonly consumer: Consumer,
    private readonly work: GroupConsumerWork,
  ) {
    const { firstRetryMs, lastRetryMs, firstRestartMs } = settings.timing;
    this.backOff = new PartitionBackOff({ first: firstRetryMs, last: lastRetryMs });
    this.restartMs = firstRestartMs;
  }

  /**
   * Resolves when the consumer is a member of its group, or when the first attempt failed and others will follow.
   * @throws errors that no later attempt can fix.
   */
  start(): Promise<void> {
    // If members were replaced sooner, the group would have to wait for each replacement in turn.
    const longestMs = stalledMs(this.settings.timing);
    this.watchdog = setInterval(() => {
      const silentMs = Date.now() - this.lastSign;
      if (this.life && silentMs > longestMs)
        this.fail(this.life, new Error(`the consumer did nothing for ${silentMs} ms`));
    }, longestMs / 10);
    return new Promise((resolve, reject) => {
      this.starting = { resolve, reject };
      void this.live();
    });
  }

  /** Waits for the events that are being handled, commits and leaves the group; then, or after `closeMs`, disconnects. */
  async close(): Promise<void> {
    this.closed = true;
    clearInterval(this.watchdog);
    clearTimeout(this.timer);
    this.backOff.stop();
    const { life } = this;
    const left = life?.kafka.disconnect();
    left?.catch(() => {});
    await Promise.allSettled(this.inHand);
    if (left) await withDeadline(left, this.settings.timing.closeMs, 'leaving the group').catch(() => {});
    life?.session.destroy();
    this.starting?.resolve();
  }

  private async live(): Promise<void> {
    const session = openSession(this.settings);
    const life = { session, kafka: this.makeConsumer(session) };
    this.life = life;
    this.alive();
    try {
      await this.work.prepare();
      if (this.life !== life || this.closed) return;
      this.watch(life);
      await life.kafka.connect();
      await life.kafka.subscribe({ topics: [this.consumer.topic], fromBeginning: true });
      if (this.closed) return;
      await life.kafka.run({
        eachBatchAutoResolve: false,
        autoCommitInterval: COMMIT_EVERY_MS,
        partitionsConsumedConcurrently: this.settings.partitionsAtOnce,
        eachBatch: (payload) => this.consume(payload),
      });
      // Not already at the join: kafkajs runs only a moment later, and would not leave the group if closed in between.
      if (this.life === life) this.started();
    } catch (error) {
      this.fail(life, error);
    }
  }

  private makeConsumer(session: ClientSession): KafkaConsumer {
    const { sessionMs, heartbeatMs, rebalanceMs } = this.settings.timing;
    return session.kafka.consumer({
      groupId: this.consumer.group,
      partitionAssigners: [subscribedAssigner],
      sessionTimeout: sessionMs,
      heartbeatInterval: heartbeatMs,
      rebalanceTimeout: rebalanceMs,
      maxWaitTimeInMs: FETCH_WAIT_MS,
      allowAutoTopicCreation: false,
      // `fail` restarts the consumer. kafkajs does not: it keeps the failed client and does not recover from every
      // crash.
      retry: { retries: 5, restartOnFailure: () => Promise.resolve(false) },
    });
  }

  private watch(life: Life): void {
    const { kafka } = life;
    kafka.on(kafka.events.CRASH, ({ payload }) => this.fail(life, payload.error));
    kafka.on(kafka.events.FETCH, () => this.alive());
    kafka.on(kafka.events.END_BATCH_PROCESS, () => this.alive());
    kafka.on(kafka.events.GROUP_JOIN, ({ payload }) => {
      if (this.life !== life) return;
      this.alive();
      this.restartMs = this.settings.timing.firstRestartMs;
      const { topic, group } = this.consumer;
      const partitions = payload.memberAssignment[topic] ?? [];
      this.settings.report({ kind: 'consumer_joined', topic, group, partitions });
    });
  }

  private consume(payload: Parameters<typeof consumeBatch>[0]): Promise<void> {
    const { topic, group } = this.consumer;
    return consumeBatch(payload, {
      heartbeatMs: this.settings.timing.heartbeatMs,
      backOff: this.backOff,
      alive: () => this.alive(),
      handle: async (partition, message) => {
        const handled = this.work.handle(partition, message);
        this.inHand.add(handled);
        try {
          await handled;
        } finally {
          this.inHand.delete(handled);
        }
      },
      paused: (at) => {
        if (this.closed) this.backOff.stop();
        this.settings.report({ kind: 'paused', topic, group, ...at });
      },
    });
  }

  private fail(life: Life, error: unknown): void {
    if (this.life !== life || this.closed) return;
    this.life = undefined;
    life.session.destroy();
    if (isLasting(error)) return this.giveUp(error);
    this.started();
    const { topic, group } = this.consumer;
    const restartInMs = this.restartMs;
    this.restartMs = Math.min(restartInMs * 2, this.settings.timing.lastRestartMs);
    this.settings.report({ kind: 'consumer_restarts', topic, group, reason: String(error), restartInMs });
    this.timer = setTimeout(() => void this.live(), restartInMs);
  }

  private giveUp(error: unknown): void {
    clearInterval(this.watchdog);
    if (this.starting) return this.starting.reject(error);
    const { topic, group } = this.consumer;
    this.settings.onFatal(
      new Error(`group ${group} can no longer consume ${topic}: ${String(error)}`, { cause: error }),
    );
  }

  private started(): void {
    this.starting?.resolve();
    this.starting = undefined;
  }

  private alive(): void {
    this.lastSign = Date.now();
  }
}
