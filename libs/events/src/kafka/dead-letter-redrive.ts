import type { EachBatchPayload } from 'kafkajs';
import { decodeDeadLetter, type KafkaDeadLetter } from './dead-letter';

/** The offsets of a topic with one partition: `low` is that of its first message, `high` the one after its last. */
export interface OffsetRange {
  low: bigint;
  high: bigint;
}

/** The part of a kafkajs batch that is used here. */
export type DeadLetterBatch = Pick<EachBatchPayload, 'resolveOffset' | 'isRunning'> & {
  batch: { messages: readonly { offset: string; value: Buffer | null }[] };
};

/** Delivers the dead letters of a range in order, each once, even if Kafka repeats batches. */
export class DeadLetterRedrive {
  /** How many dead letters were delivered and handled. */
  handled = 0;
  /** All dead letters before this offset are done: this process handled them, or another process deleted them. */
  next: bigint;
  /**
   * Resolves at the end, with the error that stopped the redrive, or with undefined if no dead letter of the range is
   * left.
   */
  readonly finished: Promise<Error | undefined>;
  private settle!: (failure?: Error) => void;
  private stopped = false;
  private turn: Promise<void> = Promise.resolve();

  constructor(
    private readonly range: OffsetRange,
    private readonly handle: (deadLetter: KafkaDeadLetter) => Promise<void>,
  ) {
    this.next = range.low;
    this.finished = new Promise((resolve) => (this.settle = resolve));
  }

  /** Resolves when the dead letters of the batch are handled, or when the redrive ends. */
  handleBatch(batch: DeadLetterBatch): Promise<void> {
    return this.inTurn(() => this.handleEach(batch).catch((error: unknown) => this.end(asError(error))));
  }

  /** Ends the redrive if the topic has none of its dead letters any more, because other processes deleted them. */
  checkRange(now: OffsetRange): Promise<void> {
    return this.inTurn(() => {
      const first = now.low > this.next ? now.low : this.next;
      const end = now.high < this.range.high ? now.high : this.range.high;
      if (first >= end) this.end();
    });
  }

  /** Ends after the current dead letter. */
  stop(why: unknown): void {
    this.stopped = true;
    void this.inTurn(() => this.end(asError(why)));
  }

  private async handleEach({ batch, resolveOffset, isRunning }: DeadLetterBatch): Promise<void> {
    for (const { offset, value } of batch.messages) {
      const at = BigInt(offset);
      // This dead letter was written after the redrive started.
      if (at >= this.range.high) return this.end();
      if (at >= this.next) {
        if (this.stopped || !isRunning()) return;
        await this.handle(decodeDeadLetter(value));
        this.handled++;
        this.next = at + 1n;
      }
      // Resolve dead letters that were repeated after a rebalance too. Otherwise the reader would never get past a
      // batch that contains only those.
      resolveOffset(offset);
    }
    if (this.next >= this.range.high) this.end();
  }

  private end(failure?: Error): void {
    this.stopped = true;
    this.settle(failure);
  }

  private inTurn(work: () => void | Promise<void>): Promise<void> {
    this.turn = this.turn.then(work);
    return this.turn;
  }
}

function asError(thrown: unknown): Error {
  return thrown instanceof Error ? thrown : new Error(String(thrown));
}
