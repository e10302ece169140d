import { notSupported } from '../../errors/mongo-error';
import { namespace } from '../../storage/catalog';
import { isDocument, keysOf } from '../../values/document';
import type { Reply } from '../wire/write-reply';
import { answerCursor } from './answer-cursor';
import { booleanArgument, countArgument, documentArgument } from './arguments';
import type { Request } from './command';
import { listSource } from './document-source';
import { sessionOf } from './session';
import { snapshotSource } from './snapshot-source';

/**
 * Arguments of `find` that are refused. Snapshots are only for backups, which read whole
 * collections.
 */
const REFUSED = ['sort', 'projection', 'skip', 'limit', 'hint', 'collation'];

/**
 * Whether a `find` reads a snapshot. It does if the client has set the session option `snapshot`.
 */
export function isSnapshotRead({ body }: Request): boolean {
  return isDocument(body.readConcern) && body.readConcern.level === 'snapshot';
}

/**
 * Replies to a `find` with all documents that a collection had at one instant. In a session, this
 * instant is the time of the session's first snapshot read, for all databases.
 * @throws MongoError 238 for a `find` that does not read the whole collection
 */
export function readSnapshot(request: Request, name: string): Promise<Reply> {
  const { body, database, state } = request;
  const filter = documentArgument(request, 'filter') ?? {};
  if (keysOf(filter).length > 0) throw notSupported('a filter on a snapshot');
  for (const field of REFUSED) if (body[field] !== undefined) throw notSupported(`${field} on a snapshot`);
  const session = sessionOf(body);
  const readConcern = documentArgument(request, 'readConcern') ?? {};
  const { time, transaction } = state.snapshots.use(session, readConcern.atClusterTime);
  const collection = state.engine.catalog.findAt(database, name, transaction);
  const source = collection
    ? snapshotSource(state.engine, collection, () => state.snapshots.use(session, time))
    : listSource([]);
  return answerCursor(request, namespace({ database, name }), source, {
    batchSize: countArgument(request, 'batchSize'),
    isSingleBatch: booleanArgument(request, 'singleBatch'),
    snapshotTime: time,
  });
}
