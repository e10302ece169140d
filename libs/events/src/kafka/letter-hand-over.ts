import type { EachBatchPayload } from 'kafkajs';
import { decodeDeadLetter, type KafkaDeadLetter } from './dead-letter';

/** What a topic of one partition holds: the offset of its first message, and the one behind its last. */
export interface OffsetRange {
  low: bigint;
  high: bigint;
}

/** What of kafkajs' batch is used. */
export type LetterBatch = Pick<EachBatchPayload, 'resolveOffset' | 'isRunning'> & {
  batch: { messages: readonly { offset: string; value: Buffer | null }[] };
};

/** Hands the letters of a range over one after the other, each once, in whatever batches they come. */
export class LetterHandOver {
  /** How many were handed over and are done. */
  handed = 0;
  /** All letters before this offset are done, here or by whoever deleted them. */
  next: bigint;
  /** Resolves when it is over: with what stopped it, or with undefined when no letter of the range is left. */
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

  /** Resolves when the batch's letters are done, or it is over. */
  take(batch: LetterBatch): Promise<void> {
    return this.inTurn(() => this.handOver(batch).catch((error: unknown) => this.end(asError(error))));
  }

  /** Told what the topic holds by now, it is over if nothing of its own is left there: others may have deleted it. */
  compare(now: OffsetRange): Promise<void> {
    return this.inTurn(() => {
      const first = now.low > this.next ? now.low : this.next;
      const end = now.high < this.range.high ? now.high : this.range.high;
      if (first >= end) this.end();
    });
  }

  /** Hands out no further letter; it is over when the one in hand is done. */
  stop(why: unknown): void {
    this.stopped = true;
    void this.inTurn(() => this.end(asError(why)));
  }

  private async handOver({ batch, resolveOffset, isRunning }: LetterBatch): Promise<void> {
    for (const { offset, value } of batch.messages) {
      const at = BigInt(offset);
      // Written since this began.
      if (at >= this.range.high) return this.end();
      if (at >= this.next) {
        if (this.stopped || !isRunning()) return;
        await this.handle(decodeDeadLetter(value));
        this.handed++;
        this.next = at + 1n;
      }
      // What comes again after a rebalance too: the reader would never get past a batch of nothing else.
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
