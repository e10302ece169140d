import type { Timestamp } from 'bson';
import { MongoError } from '../../errors/mongo-error';
import type { Request } from './command';
import { fillBatch, type DocumentSource } from './fill-batch';
import { sessionOf } from './session';
import { CursorReply } from '../wire/cursor-reply';
import type { Reply } from '../wire/write-reply';

/** The default size of the first batch in MongoDB. */
export const DEFAULT_FIRST_BATCH = 101;

/** Replies with the first documents of a source. Opens a cursor if there may be more. */
export async function answerCursor(
  request: Request,
  ns: string,
  source: DocumentSource,
  options: { batchSize?: number; isSingleBatch?: boolean; snapshotTime?: Timestamp },
): Promise<Reply> {
  let id = 0n;
  try {
    const count = options.batchSize ?? DEFAULT_FIRST_BATCH;
    const reply = new CursorReply('firstBatch');
    const isFinished = await fillBatch(source, reply, count, () => requireClient(request));
    if (!isFinished && !options.isSingleBatch) id = request.state.cursors.open(ns, source, sessionOf(request.body));
    return reply.finish(id, ns, options.snapshotTime);
  } finally {
    if (id === 0n) source.close();
  }
}

/**
 * Fails if the client has disconnected, so that no cursor is opened that nobody can read.
 * @throws MongoError 279 (ClientDisconnect)
 */
export function requireClient({ client }: Request): void {
  if (client.isGone()) throw new MongoError(279, 'ClientDisconnect', 'the client has closed its connection');
}
