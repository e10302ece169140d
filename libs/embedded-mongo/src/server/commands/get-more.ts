import { Long } from 'bson';
import { locationError, typeMismatch } from '../../errors';
import { namespace } from '../../storage/catalog';
import { countArgument, stringArgument } from '../arguments';
import type { Command } from '../command';
import { fillBatch } from '../fill-batch';
import { cursorReply } from '../wire/cursor-reply';

export const getMore: Command = {
  names: ['getMore'],
  fields: ['collection', 'batchSize', 'term', 'lastKnownCommittedOpTime'],
  async run(request) {
    const id = request.body.getMore;
    if (!(id instanceof Long))
      throw typeMismatch("BSON field 'getMore.getMore' is the wrong type, expected type 'long'");
    const count = countArgument(request, 'batchSize') || Infinity;
    const ns = namespace({ database: request.database, name: stringArgument(request, 'collection') });
    const { cursors } = request.state;
    const cursor = cursors.use(id.toBigInt(), ns);
    if (cursor.isBusy) throw locationError(50737, `Cursor with id ${cursor.id} is in use by another operation`);
    cursor.isBusy = true;
    try {
      const { documents, isFinished } = await fillBatch(cursor.source, count);
      if (isFinished) cursors.kill(cursor.id);
      return cursorReply('nextBatch', documents, isFinished ? 0n : cursor.id, ns);
    } catch (error) {
      cursors.kill(cursor.id);
      throw error;
    } finally {
      cursor.isBusy = false;
    }
  },
};
