import type { ServerState } from './command';
import { fillBatch, type DocumentSource } from './fill-batch';
import { cursorReply } from './wire/cursor-reply';

/** What MongoDB puts into a first batch when the client says nothing. */
export const DEFAULT_FIRST_BATCH = 101;

/** Answers the first documents of a source, and keeps a cursor where more may follow. */
export async function answerCursor(
  state: ServerState,
  ns: string,
  source: DocumentSource,
  options: { batchSize?: number; isSingleBatch?: boolean },
): Promise<Buffer> {
  const { documents, isFinished } = await fillBatch(source, options.batchSize ?? DEFAULT_FIRST_BATCH);
  const id = isFinished || options.isSingleBatch ? 0n : state.cursors.open(ns, source);
  return cursorReply('firstBatch', documents, id, ns);
}
