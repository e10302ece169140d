import type { CursorReply } from '../wire/cursor-reply';

/** A source of encoded documents. */
export interface DocumentSource {
  /**
   * Returns the next document, or undefined at the end. The bytes are valid until the next call.
   * Returns 'later' if it has found no document by the time `until`, which is compared with
   * performance.now().
   */
  step(until: number): Buffer | undefined | 'later';
  /** Closes the cursors in the store. The next call of `step` opens them again. */
  pause(): void;
  /** Releases the resources of the source. After that, the source cannot be read. */
  close(): void;
  /** Whether it is certain that there are no more documents. */
  readonly isFinished: boolean;
  /** Whether the source keeps documents in memory. */
  readonly holdsMemory: boolean;
}

/** How long a query may run before the server handles commands of other clients, in milliseconds. */
const SLICE_MS = 20;
/** The maximum size of one batch, as in MongoDB. */
const MAX_BATCH_BYTES = 16 * 1024 * 1024;

/**
 * Adds up to `count` documents, but no more than about 16 MB, to a reply. A long search pauses regularly, so that other
 * clients get replies. During a pause, and when this function returns, no cursor in the store is open.
 * @param checkClient throws if the client has disconnected
 * @returns whether it is certain that the source has no more documents
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
