import type { CursorReply } from '../wire/cursor-reply';

/** A source of encoded documents. */
export interface DocumentSource {
  /**
   * The next document. Its bytes are valid until the next call. Undefined at the end. 'later' if no document is found
   * before the time `until`, by performance.now().
   */
  step(until: number): Buffer | undefined | 'later';
  /** Closes the cursors of the store until the next call of `step`. */
  pause(): void;
  /** Releases its resources. It cannot be read afterwards. */
  close(): void;
  /** Whether it is certain that no document follows. */
  readonly isFinished: boolean;
  /** Whether it keeps documents in memory. */
  readonly holdsMemory: boolean;
}

/** How long one query may run before the server answers other clients. */
const SLICE_MS = 20;
/** The maximum size of one batch, which is that of MongoDB. */
const MAX_BATCH_BYTES = 16 * 1024 * 1024;

/**
 * Adds up to `count` documents to a reply, and stops at 16 MB. A long search pauses now and then so that other clients
 * get replies. No cursor of the store is open during a pause or afterwards.
 * @param checkClient throws if the client has disconnected
 * @returns whether the source is finished
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
