import type { CursorReply } from './wire/cursor-reply';

/** A source of documents that are ready to be sent, one at a time. */
export interface DocumentSource {
  /**
   * The next document, whose bytes are valid until the next call; undefined at the end; 'later' when the time `until`
   * (of performance.now) passed first.
   */
  step(until: number): Buffer | undefined | 'later';
  /** Closes what is open in the store. */
  pause(): void;
  /** Releases its resources; it cannot be read afterwards. */
  close(): void;
  /** Whether it is known that no further document follows. */
  readonly isFinished: boolean;
  /** Whether it keeps documents in memory. */
  readonly holdsMemory: boolean;
}

/** How long one query may run before the server answers other clients. */
const SLICE_MS = 20;
/** MongoDB's limit for the size of one batch. */
const MAX_BATCH_BYTES = 16 * 1024 * 1024;

/**
 * Adds up to `count` documents to a reply, and stops at 16 MB. Returns whether the source is finished. A long search pauses so that other clients get replies; nothing is
 * open in the store during a pause or afterwards. `checkClient` throws when the client has disconnected.
 */
export async function fillBatch(
  source: DocumentSource,
  reply: CursorReply,
  count: number,
  checkClient: () => void = () => undefined,
): Promise<boolean> {
  let until = performance.now() + SLICE_MS;
  try {
    while (reply.count < count && reply.size < MAX_BATCH_BYTES) {
      const found = source.step(until);
      if (found === undefined) return true;
      if (found !== 'later') {
        reply.add(found);
        if (performance.now() <= until) continue;
      }
      source.pause();
      await new Promise((resolve) => setImmediate(resolve));
      checkClient();
      until = performance.now() + SLICE_MS;
    }
    checkClient();
  } finally {
    source.pause();
  }
  return source.isFinished;
}
