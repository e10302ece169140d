import type { Consumer as KafkaConsumer, KafkaMessage } from 'kafkajs';
import type { Consumer } from '../event-bus';
import { subscribedAssigner } from './assign-subscribed';
import { type ClientSession, openSession } from './client-session';
import { consumeBatch } from './consume-batch';
import { isLasting } from './failure';
import { type KafkaSettings, stalledMs } from './kafka-options';
import { PartitionBackOff } from './partition-back-off';
import { withDeadline } from './with-deadline';

/**
 * How long the broker waits for new events before it answers a fetch, in milliseconds. A paused
 * partition may therefore resume up to this much later than planned.
 */
const FETCH_WAIT_MS = 500;
/** Offsets are committed after each batch, and within a long batch at least this often, in milliseconds. */
const COMMIT_EVERY_MS = 1000;

/**
 * One kafkajs consumer, from its connection to its crash. A GroupConsumer replaces it after a
 * crash.
 */
interface RunningConsumer {
  session: ClientSession;
  kafka: KafkaConsumer;
  /**
   * The pauses of the partitions. Each consumer has its own, because a handler may end after its
   * consumer was replaced, and must not end a pause of the new consumer.
   */
  backOff: PartitionBackOff;
}

export interface GroupConsumerWork {
  /** Creates and checks the topics. Called before each kafkajs consumer starts. */
  prepare(): Promise<void>;
  handle(partition: number, message: KafkaMessage): Promise<void>;
}

/**
 * A member of a group that consumes one topic. If its kafkajs consumer crashes or hangs, the member
 * replaces it, as often as needed. The member gives up only after errors that no restart can fix.
 */
export class GroupConsumer {
  private running: RunningConsumer | undefined;
  private closed = false;
  private restartMs: number;
  private lastActivity = Date.now();
  private timer: NodeJS.Timeout | undefined;
  private watchdog: NodeJS.Timeout | undefined;
  private readonly handling = new Set<Promise<void>>();
  /** Set until the first attempt to start has succeeded or failed. */
  private starting: { resolve(): void; reject(error: unknown): void } | undefined;

  constructor(
    private readonly settings: KafkaSettings,
    private readonly consumer: Consumer,
    private readonly work: GroupConsumerWork,
  ) {
    this.restartMs = settings.timing.firstRestartMs;
  }

  /**
   * Resolves when the consumer has joined its group, or when the first attempt failed and will be
   * repeated.
   * @throws an error after which every later attempt would fail too.
   */
  start(): Promise<void> {
    // A shorter limit would replace members that are still waiting to join. The group would then
    // wait for each replacement.
    const longestMs = stalledMs(this.settings.timing);
    this.watchdog = setInterval(() => {
      const silentMs = Date.now() - this.lastActivity;
      if (this.running && silentMs > longestMs)
        this.fail(this.running, new Error(`the consumer did nothing for ${silentMs} ms`));
    }, longestMs / 10);
    return new Promise((resolve, reject) => {
      this.starting = { resolve, reject };
      void this.run();
    });
  }

  /**
   * Waits until the events that are being handled are finished and committed, then leaves the
   * group and disconnects. Disconnects at the latest `closeMs` after the handlers have finished.
   */
  async close(): Promise<void> {
    this.closed = true;
    clearInterval(this.watchdog);
    clearTimeout(this.timer);
    const { running } = this;
    running?.backOff.stop();
    const left = running?.kafka.disconnect();
    left?.catch(() => {});
    await Promise.allSettled(this.handling);
    if (left) await withDeadline(left, this.settings.timing.closeMs, 'leaving the group').catch(() => {});
    running?.session.destroy();
    this.starting?.resolve();
  }

  private async run(): Promise<void> {
    const session = openSession(this.settings);
    const { firstRetryMs, lastRetryMs } = this.settings.timing;
    const backOff = new PartitionBackOff({ first: firstRetryMs, last: lastRetryMs });
    const running = { session, kafka: this.makeConsumer(session), backOff };
    this.running = running;
    this.alive();
    try {
      await this.work.prepare();
      if (this.running !== running || this.closed) return;
      this.watch(running);
      await running.kafka.connect();
      await running.kafka.subscribe({ topics: [this.consumer.topic], fromBeginning: true });
      if (this.closed) return;
      await running.kafka.run({
        eachBatchAutoResolve: false,
        autoCommitInterval: COMMIT_EVERY_MS,
        partitionsConsumedConcurrently: this.settings.partitionsAtOnce,
        eachBatch: (payload) => this.consume(running, payload),
      });
      // Do not resolve on GROUP_JOIN: kafkajs starts to run shortly after this event, and a
      // consumer that is closed in between would not leave the group.
      if (this.running === running) this.started();
    } catch (error) {
      this.fail(running, error);
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
      // `fail` restarts the consumer. Prevent kafkajs from restarting it itself: kafkajs would keep
      // the failed client, and does not recover from every crash.
      retry: { retries: 5, restartOnFailure: () => Promise.resolve(false) },
    });
  }

  private watch(running: RunningConsumer): void {
    const { kafka } = running;
    kafka.on(kafka.events.CRASH, ({ payload }) => this.fail(running, payload.error));
    kafka.on(kafka.events.FETCH, () => this.alive());
    kafka.on(kafka.events.END_BATCH_PROCESS, () => this.alive());
    kafka.on(kafka.events.GROUP_JOIN, ({ payload }) => {
      if (this.running !== running) return;
      this.alive();
      this.restartMs = this.settings.timing.firstRestartMs;
      const { topic, group } = this.consumer;
      const partitions = payload.memberAssignment[topic] ?? [];
      this.settings.report({ kind: 'consumer_joined', topic, group, partitions });
    });
  }

  private consume({ backOff }: RunningConsumer, payload: Parameters<typeof consumeBatch>[0]): Promise<void> {
    const { topic, group } = this.consumer;
    return consumeBatch(payload, {
      heartbeatMs: this.settings.timing.heartbeatMs,
      backOff,
      alive: () => this.alive(),
      handle: async (partition, message) => {
        const handled = this.work.handle(partition, message);
        this.handling.add(handled);
        try {
          await handled;
        } finally {
          this.handling.delete(handled);
        }
      },
      paused: (at) => this.settings.report({ kind: 'paused', topic, group, ...at }),
    });
  }

  private fail(running: RunningConsumer, error: unknown): void {
    if (this.running !== running || this.closed) return;
    this.running = undefined;
    running.backOff.stop();
    running.session.destroy();
    if (isLasting(error)) return this.giveUp(error);
    this.started();
    const { topic, group } = this.consumer;
    const restartInMs = this.restartMs;
    this.restartMs = Math.min(restartInMs * 2, this.settings.timing.lastRestartMs);
    this.settings.report({ kind: 'consumer_restarts', topic, group, reason: String(error), restartInMs });
    this.timer = setTimeout(() => void this.run(), restartInMs);
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
    this.lastActivity = Date.now();
  }
}
