/** Documents one after the other, ready to be sent. */
export interface DocumentSource {
  /** The next document; undefined at the end; 'later' when that moment of performance.now passed first. */
  step(until: number): Buffer | undefined | 'later';
  /** Lets go of what is open in the store. */
  pause(): void;
  /** Gives back what it holds; it is not read any more. */
  close(): void;
  /** Whether it is known that no further document follows. */
  readonly isFinished: boolean;
  /** Whether it keeps documents in memory. */
  readonly holdsMemory: boolean;
}

/** How long one query may go on before other clients have their turn. */
const SLICE_MS = 20;
/** MongoDB's limit for the documents of one batch. */
const MAX_BATCH_BYTES = 16 * 1024 * 1024;

/**
 * Takes up to `count` documents, and stops when they come to 16 MB. Long searches give way to other clients in
 * between; nothing stays open in the store meanwhile or afterwards. `checkClient` throws when nobody waits any more.
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
