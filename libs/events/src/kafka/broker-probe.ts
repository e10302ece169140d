import type { Admin } from 'kafkajs';
import type { Broker, ConsumerLag } from '../event-bus';
import { deadLetterTopic } from './dead-letter';
import { type ClientSession, openSession } from './client-session';
import type { KafkaSettings } from './kafka-options';
import { withDeadline } from './with-deadline';

/**
 * The time limit for an answer, in milliseconds. It is needed because a paused broker process
 * accepts connections but never answers.
 */
const ANSWER_MS = 3000;
/**
 * The steps in which the age of the oldest event is reported, in seconds: 1, 2, 4 and so on, up to
 * twelve days. By default, events are kept for 14 days.
 */
const AGES = Array.from({ length: 21 }, (_, power) => 2 ** power);

interface Partition {
  partition: number;
  /** The offset of the next event that the group consumes. */
  next: bigint;
  /** The offset after the last event. */
  end: bigint;
}

/** Asks the brokers for their health and for the lag of consumers. The probe has its own client. */
export class BrokerProbe implements Broker {
  private open: { session: ClientSession; admin: Promise<Admin> } | undefined;

  /** @param consumed returns which groups consume which topics in this process. */
  constructor(
    private readonly settings: KafkaSettings,
    private readonly consumed: () => readonly { topic: string; group: string }[],
  ) {}

  async ping(): Promise<void> {
    await this.ask((admin) => admin.describeCluster());
  }

  async lags(): Promise<ConsumerLag[]> {
    const lags: ConsumerLag[] = [];
    for (const { topic, group } of this.consumed()) {
      const partitions = await this.ask((admin) => readPartitions(admin, topic, group));
      const events = Number(partitions.reduce((sum, { next, end }) => sum + (end > next ? end - next : 0n), 0n));
      const oldestSeconds = events === 0 ? 0 : await this.ageOf(topic, partitions);
      const deadLetters = await this.ask((admin) => countDeadLetters(admin, topic, group));
      lags.push({ topic, group, events, oldestSeconds, deadLetters });
    }
    return lags;
  }

  close(): void {
    this.open?.session.destroy();
    this.open = undefined;
  }

  /** The greatest of AGES that the oldest unconsumed event has reached, found by bisection. */
  private async ageOf(topic: string, partitions: readonly Partition[]): Promise<number> {
    const now = Date.now();
    let [known, unknown] = [-1, AGES.length];
    while (unknown - known > 1) {
      const middle = Math.floor((known + unknown) / 2);
      const at = now - AGES[middle]! * 1000;
      const offsets = await this.ask((admin) => admin.fetchTopicOffsetsByTimestamp(topic, at));
      const isWaiting = partitions.some(({ partition, next }) =>
        offsets.some((later) => later.partition === partition && next < BigInt(later.offset)),
      );
      if (isWaiting) known = middle;
      else unknown = middle;
    }
    return AGES[known] ?? 0;
  }

  /** Asks the brokers a question. After a failure, the next call uses a new client. */
  private async ask<Answer>(question: (admin: Admin) => Promise<Answer>): Promise<Answer> {
    const open = (this.open ??= this.connect());
    try {
      return await withDeadline(open.admin.then(question), ANSWER_MS, 'the answer of the broker');
    } catch (error) {
      open.session.destroy();
      if (this.open === open) this.open = undefined;
      throw error;
    }
  }

  private connect(): NonNullable<BrokerProbe['open']> {
    const session = openSession(this.settings);
    const admin = session.kafka.admin();
    const connected = admin.connect().then(() => admin);
    connected.catch(() => {});
    return { session, admin: connected };
  }
}

/**
 * Counts the dead letters of a group. Returns undefined, and does not throw, if the topic of the
 * dead letters cannot be read, because the lag can still be reported.
 */
async function countDeadLetters(admin: Admin, topic: string, group: string): Promise<number | undefined> {
  try {
    const partitions = await admin.fetchTopicOffsets(deadLetterTopic(topic, group));
    return Number(partitions.reduce((sum, { low, high }) => sum + BigInt(high) - BigInt(low), 0n));
  } catch {
    return undefined;
  }
}

async function readPartitions(admin: Admin, topic: string, group: string): Promise<Partition[]> {
  const [committed] = await admin.fetchOffsets({ groupId: group, topics: [topic] });
  const ends = await admin.fetchTopicOffsets(topic);
  return ends.map(({ partition, low, high }) => {
    const at = committed?.partitions.find((one) => one.partition === partition)?.offset ?? '-1';
    // A group without a committed offset starts with the oldest event.
    const next = Number(at) < 0 ? BigInt(low) : BigInt(at);
    return { partition, next, end: BigInt(high) };
  });
}
