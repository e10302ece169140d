import { Long } from 'bson';
import { MongoError, typeMismatch } from '../../errors/mongo-error';
import { namespace } from '../../storage/catalog';
import { requireClient } from '../execution/answer-cursor';
import { countArgument, stringArgument } from '../execution/arguments';
import type { Command } from '../execution/command';
import { fillBatch } from '../execution/fill-batch';
import { CursorReply } from '../wire/cursor-reply';

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
    let isFinished = true;
    try {
      const reply = new CursorReply('nextBatch');
      const isLast = await fillBatch(cursor.source, reply, count, () => requireClient(request));
      if (cursor.isKilled) throw new MongoError(237, 'CursorKilled', `cursor id ${cursor.id} was killed`);
      isFinished = isLast;
      return reply.finish(isFinished ? 0n : cursor.id, ns);
    } finally {
      cursors.giveBack(cursor, isFinished);
    }
  },
};
