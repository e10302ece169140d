import type { EachBatchPayload } from 'kafkajs';
import { decodeDeadLetter, type KafkaDeadLetter } from './dead-letter';

/**
 * The offsets of a topic with one partition. `low` is the offset of its first message; `high` is
 * the offset after its last message.
 */
export interface OffsetRange {
  low: bigint;
  high: bigint;
}

/** The fields of a kafkajs batch that are used here. */
export type DeadLetterBatch = Pick<EachBatchPayload, 'resolveOffset' | 'isRunning'> & {
  batch: { messages: readonly { offset: string; value: Buffer | null }[] };
};

/**
 * Delivers the dead letters of a range of offsets, one after the other. Each dead letter is
 * delivered once, even if Kafka repeats batches.
 */
export class DeadLetterRedrive {
  /** How many dead letters were delivered and handled. */
  handled = 0;
  /**
   * Every dead letter before this offset is finished: this process handled it, or another process
   * deleted it.
   */
  next: bigint;
  /**
   * Resolves when the redrive ends: with the error that stopped it, or with undefined if no dead
   * letter of the range is left.
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

  /**
   * Ends the redrive if other processes have deleted all of its remaining dead letters from the
   * topic.
   */
  checkRange(now: OffsetRange): Promise<void> {
    return this.inTurn(() => {
      const first = now.low > this.next ? now.low : this.next;
      const end = now.high < this.range.high ? now.high : this.range.high;
      if (first >= end) this.end();
    });
  }

  /** Ends the redrive after the current dead letter. */
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
      // Also resolve dead letters that Kafka repeats after a rebalance. Otherwise a batch that
      // contains only repeated dead letters would arrive again and again.
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
