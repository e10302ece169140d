import { MAX_LOGGED_BATCH, type RequestChunk } from '@keyhaven/contracts/identity/request-log';
import { termsOf } from '@keyhaven/contracts/identity/request-log-terms';
import { ApiError } from '@keyhaven/contracts/shared/errors';
import type { Logger } from '@keyhaven/service/observability/logger';
import type { LogEntry } from './describe-request';
import { makeChunks } from './make-chunks';
import { WaitingEntries } from './waiting-entries';

/** How long entries wait for a full batch before a smaller batch is sent, in milliseconds. */
const SEND_EVERY_MS = 1000;
/**
 * The maximum total size of waiting entries, in bytes. It is enough for about 20,000 requests without errors. Beyond
 * this size, entries are dropped.
 */
const MAX_WAITING_BYTES = 16 * 1024 * 1024;
/** The maximum size of a batch, in bytes. Identity accepts larger bodies. */
export const MAX_BATCH_BYTES = 400 * 1024;
/** How long the last batches may take when the gateway stops, in milliseconds. */
const STOP_MS = 5000;

interface RequestSenderOptions {
  /** Sends chunks to identity. The sender may send the same chunks again. */
  send: (chunks: RequestChunk[]) => Promise<unknown>;
  /** Called with the number of entries that were dropped. */
  onDropped: (count: number) => void;
  logger: Logger;
  sendEveryMs?: number;
}

/**
 * Sends the entries of the request log to identity in batches: as soon as a batch is full, or a second after its first
 * entry. While identity is unavailable, entries wait in memory, and are lost if the process dies.
 */
export class RequestSender {
  private readonly waiting = new WaitingEntries(MAX_WAITING_BYTES);
  /**
   * The batch that is being sent. After a failure it is sent again unchanged, because identity may already have
   * received it.
   */
  private batch: RequestChunk[] | undefined;
  private timer: NodeJS.Timeout | undefined;
  private sending: Promise<void> | undefined;
  private isAway = false;

  constructor(private readonly options: RequestSenderOptions) {}

  /** Keeps the entry of a request until the entry is sent. Never fails. */
  add({ userId, request, bodies }: LogEntry): void {
    const dropped = this.waiting.add({
      userId,
      id: request.id,
      terms: termsOf(request),
      request: JSON.stringify(request),
      bodies: bodies && JSON.stringify(bodies),
    });
    if (dropped > 0) this.options.onDropped(dropped);
    // While identity is unavailable, retry only when the timer fires.
    if (this.waiting.length >= MAX_LOGGED_BATCH && !this.isAway) this.begin();
    else this.beginLater();
  }

  /**
   * Sends the waiting entries. Tries only once if identity is unavailable. The gateway must not add entries after this
   * call.
   */
  async stop(): Promise<void> {
    const givenUp = new Promise<void>((resolve) => setTimeout(resolve, STOP_MS).unref());
    await Promise.race([this.finish(), givenUp]);
    clearTimeout(this.timer);
    const remaining = entriesIn(this.batch ?? []) + this.waiting.length;
    if (remaining > 0) this.options.onDropped(remaining);
  }

  private async finish(): Promise<void> {
    await this.sending;
    this.begin(1);
    await this.sending;
  }

  private beginLater(): void {
    this.timer ??= setTimeout(() => {
      // If a batch is being sent, the next timer starts when that batch has been sent.
      this.timer = undefined;
      this.begin(1);
    }, this.options.sendEveryMs ?? SEND_EVERY_MS);
  }

  /** Sends batches one after another while at least this many entries wait. */
  private begin(atLeast = MAX_LOGGED_BATCH): void {
    if (this.sending) return;
    clearTimeout(this.timer);
    this.timer = undefined;
    this.sending = this.sendBatches(atLeast).finally(() => {
      this.sending = undefined;
      if (this.batch || this.waiting.length > 0) this.beginLater();
    });
  }

  private async sendBatches(atLeast: number): Promise<void> {
    while (this.batch || this.waiting.length >= atLeast) {
      const batch = (this.batch ??= makeChunks(this.waiting.take(MAX_LOGGED_BATCH, MAX_BATCH_BYTES)));
      try {
        await this.options.send(batch);
        this.batch = undefined;
        this.isAway = false;
      } catch (error) {
        if (error instanceof ApiError && error.status < 500 && error.code !== 'too_many_requests') {
          // Identity would refuse the same batch again, and all later batches would wait behind it. So drop the batch.
          this.options.logger.error({ err: error }, 'identity refused entries of the request log');
          this.options.onDropped(entriesIn(batch));
          this.batch = undefined;
          continue;
        }
        if (!this.isAway) this.options.logger.warn({ err: error }, 'the request log could not be handed over');
        this.isAway = true;
        return;
      }
    }
  }
}

function entriesIn(batch: readonly RequestChunk[]): number {
  return batch.reduce((count, { requests }) => count + requests.length, 0);
}
