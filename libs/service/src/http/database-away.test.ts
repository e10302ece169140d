import { readOneStored, readStored } from '@keyhaven/persistence/stored-reads';
import mongoose from 'mongoose';
import { isDatabaseAway } from './database-away';

/** A URI without a server behind it. */
const UNUSED = 'mongodb://127.0.0.1:9/nothing';

async function aModel() {
  // The types of Mongoose lack bufferTimeoutMS.
  const options = { serverSelectionTimeoutMS: 50, bufferTimeoutMS: 50 };
  const connection = mongoose.createConnection(UNUSED, options);
  await connection.asPromise().catch(() => undefined);
  return { connection, model: connection.model('Thing', new mongoose.Schema({})) };
}

type Stored = Parameters<typeof readStored>[0];
const reads = {
  'many documents': (model: Stored) => readStored(model, { _id: 1 }),
  'one document': (model: Stored) => readOneStored(model, { _id: 1 }),
};

describe('isDatabaseAway', () => {
  it.each(Object.entries(reads))(
    'recognises the error of reading %s before the connection was opened and after it was closed',
    async (_which, read) => {
      const { connection, model } = await aModel();
      const unopened: unknown = await read(model).catch((error: unknown) => error);
      await connection.close(true);
      const closed: unknown = await read(model).catch((error: unknown) => error);
      expect([unopened, closed].map((error) => error instanceof Error && isDatabaseAway(error))).toEqual([true, true]);
      expect([unopened, closed]).toEqual([
        expect.objectContaining({ message: expect.stringContaining('buffering timed out') }),
        expect.objectContaining({ message: expect.stringContaining('force closed') }),
      ]);
    },
  );

  it('does not recognise Mongoose errors that have other causes', () => {
    expect(isDatabaseAway(new mongoose.MongooseError('a query was executed twice'))).toBe(false);
  });
});
