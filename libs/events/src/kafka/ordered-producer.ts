import { type Producer, Partitioners } from 'kafkajs';
import { type ClientSession, openSession } from './client-session';
import type { KafkaSettings } from './kafka-options';
import type { OutgoingMessage } from './split-batches';
import { withDeadline } from './with-deadline';

interface OpenProducer {
  session: ClientSession;
  producer: Producer;
  connected: Promise<void>;
}

/**
 * Sends one request at a time, and does not retry. The caller retries, so a message may be sent
 * twice. This class does not use the idempotent mode of kafkajs, which may mistake a new message
 * for a repeated one after a lost answer. It does not use the retries of kafkajs either. They treat
 * messages as written if a broker fails and another broker becomes the leader of its partitions.
 */
export class OrderedProducer {
  private turn: Promise<unknown> = Promise.resolve();
  private open: OpenProducer | undefined;

  constructor(private readonly settings: KafkaSettings) {}

  /** Runs the work when all earlier work has succeeded or failed. */
  inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
    const result = this.turn.then(work);
    this.turn = result.catch(() => {});
    return result;
  }

  /**
   * Sends messages once. Calls must not overlap. Resolves when all in-sync replicas have every
   * message. After a rejection, it is unknown which messages were written, and the next call uses
   * new connections.
   */
  async send(topic: string, messages: OutgoingMessage[]): Promise<void> {
    const open = (this.open ??= this.openProducer());
    const { requestMs } = this.settings.timing;
    try {
      await withDeadline(sendOnce(open, topic, messages, requestMs), 2 * requestMs, `sending to ${topic}`);
    } catch (error) {
      if (this.open === open) this.open = undefined;
      open.session.destroy();
      throw error;
    }
  }

  /** Waits for the current request, then disconnects. */
  async close(): Promise<void> {
    await this.turn;
    this.open?.session.destroy();
    this.open = undefined;
  }

  private openProducer(): OpenProducer {
    const session = openSession(this.settings);
    const producer = session.kafka.producer({
      createPartitioner: Partitioners.DefaultPartitioner,
      allowAutoTopicCreation: false,
      idempotent: false,
      maxInFlightRequests: 1,
      retry: { retries: 0 },
    });
    const connected = producer.connect();
    connected.catch(() => {});
    return { session, producer, connected };
  }
}

async function sendOnce(
  { producer, connected }: OpenProducer,
  topic: string,
  messages: OutgoingMessage[],
  requestMs: number,
): Promise<void> {
  await connected;
  const answers = await producer.send({ topic, messages, acks: -1, timeout: requestMs });
  // kafkajs silently omits partitions that its metadata does not contain.
  const open = new Set(messages.map(({ partition }) => partition));
  for (const { partition, errorCode } of answers) if (errorCode === 0) open.delete(partition);
  if (open.size > 0) throw new Error(`partitions ${[...open].join(', ')} of ${topic} were not acknowledged`);
}
