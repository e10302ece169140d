import type { EachBatchPayload } from 'kafkajs';
import { decodeDeadLetter, type KafkaDeadLetter } from './dead-letter';

/** The range of a topic of one partition: the offset of its first message, and the one after its last. */
export interface OffsetRange {
  low: bigint;
  high: bigint;
}

/** The part of kafkajs' batch that is used. */
export type LetterBatch = Pick<EachBatchPayload, 'resolveOffset' | 'isRunning'> & {
  batch: { messages: readonly { offset: string; value: Buffer | null }[] };
};

/** Delivers the letters of a range one after the other, each once, however they are batched. */
export class LetterHandOver {
  /** How many were delivered and handled. */
  handed = 0;
  /** All letters before this offset are handled, here or by the process that deleted them. */
  next: bigint;
  /** Resolves at the end: with the error that stopped it, or with undefined when no letter of the range is left. */
  readonly over: Promise<Error | undefined>;
  private settle!: (failure?: Error) => void;
  private stopped = false;
  private turn: Promise<void> = Promise.resolve();

  constructor(
    private readonly range: OffsetRange,
    private readonly handle: (letter: KafkaDeadLetter) => Promise<void>,
  ) {
    this.next = range.low;
    this.over = new Promise((resolve) => (this.settle = resolve));
  }

  /** Resolves when the batch's letters are handled, or at the end. */
  take(batch: LetterBatch): Promise<void> {
    return this.inTurn(() => this.handOver(batch).catch((error: unknown) => this.end(asError(error))));
  }

  /** Takes the present range of the topic, and ends if none of its letters are left: other processes may have deleted them. */
  compare(now: OffsetRange): Promise<void> {
    return this.inTurn(() => {
      const first = now.low > this.next ? now.low : this.next;
      const end = now.high < this.range.high ? now.high : this.range.high;
      if (first >= end) this.end();
    });
  }

  /** Delivers no further letter, and ends after the current one. */
  stop(why: unknown): void {
    this.stopped = true;
    void this.inTurn(() => this.end(asError(why)));
  }

  private async handOver({ batch, resolveOffset, isRunning }: LetterBatch): Promise<void> {
    for (const { offset, value } of batch.messages) {
      const at = BigInt(offset);
      // This letter was written after the start.
      if (at >= this.range.high) return this.end();
      if (at >= this.next) {
        if (this.stopped || !isRunning()) return;
        await this.handle(decodeDeadLetter(value));
        this.handed++;
        this.next = at + 1n;
      }
      // Letters repeated after a rebalance are resolved too; otherwise the reader would never get past a batch of only
      // those.
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
