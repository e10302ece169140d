/** A source of documents that are ready to be sent, one at a time. */
export interface DocumentSource {
  /** The next document; undefined at the end; 'later' when the time `until` (of performance.now) passed first. */
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
 * Reads up to `count` documents, and stops at 16 MB. A long search pauses so that other clients get replies; nothing is
 * open in the store during a pause or afterwards. `checkClient` throws when the client has disconnected.
 */
export async function fillBatch(
  source: DocumentSource,
  count: number,
  checkClient: () => void = () => undefined,
): Promise<{ documents: Buffer[]; isFinished: boolean }> {
  const documents: Buffer[] = [];
  let bytes = 0;
  let until = performance.now() + SLICE_MS;
  try {
    while (documents.length < count && bytes < MAX_BATCH_BYTES) {
      const found = source.step(until);
      if (found === undefined) return { documents, isFinished: true };
      if (found !== 'later') {
        documents.push(found);
        bytes += found.length;
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
  return { documents, isFinished: source.isFinished };
}
