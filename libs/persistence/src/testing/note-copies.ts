import type { Consumer, EventBus } from '@keyhaven/events/event-bus';
import type { Connection } from 'mongoose';
import { connectDatabase } from '../connect';
import { type CopyDocument, copySchema } from '../copies/copy-document';
import { CopyRepository } from '../copies/copy-repository';
import { type CopyChange, consumeCopies } from '../copies/consume-copies';
import { ensureIndexes } from '../indexes';

/** The copy of a note in another service. */
export interface NoteCopy extends CopyDocument {
  text: string;
}

export interface NoteCopies {
  connection: Connection;
  copies: CopyRepository<NoteCopy>;
  /** The function that the bus calls for each event of the topic. */
  handle: Consumer['handle'];
  /** The text of each copy, by the id of its note. Copies of deleted notes are left out. */
  texts(): Promise<Record<number, string>>;
  stop(): Promise<void>;
}

export async function openNoteCopies(
  uri: string,
  database: string,
  bus: EventBus,
  topic: string,
  applied?: (change: CopyChange<NoteCopy>) => Promise<void>,
): Promise<NoteCopies> {
  const connection = await connectDatabase({ uri, database });
  const schema = copySchema<NoteCopy>('note_copies', { text: String });
  const model = connection.model<NoteCopy>('NoteCopy', schema);
  const copies = new CopyRepository(model);
  await ensureIndexes(connection);
  const read = ({ entity }: { entity: Record<string, unknown> }) => {
    if (typeof entity.text !== 'string') throw new Error('a note has a text');
    return { text: entity.text };
  };
  const group = `copies-of-${topic}`;
  const consumers = consumeCopies({ group, topic, entityType: 'note', copies, read, applied });
  for (const consumer of consumers) await bus.consume(consumer);
  return {
    connection,
    copies,
    handle: (...delivery) => consumers[0]!.handle(...delivery),
    texts: async () => {
      const living = await model
        .find({ deleted_utc: { $exists: false } })
        .sort({ _id: 1 })
        .lean();
      return Object.fromEntries(living.map(({ _id, text }) => [_id, text]));
    },
    stop: () => connection.close(),
  };
}
