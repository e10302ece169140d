import { dropDatabases, freshDatabasePrefix, testDatabaseUri } from '@keyhaven/testing/test-database';
import { mongo } from 'mongoose';
import { AccountReader, differences, hasPending } from './database-snapshot';

interface Stored {
  _id: number;
  user_id: number;
  revision?: number;
  entries?: number;
  notes?: string | null;
  outbox_due_utc?: Date;
  pending?: object;
  idempotency?: object[];
}

describe('a snapshot of an account', () => {
  const prefix = freshDatabasePrefix();
  let client: mongo.MongoClient;
  let reader: AccountReader;
  const stays = () => client.db(`${prefix}booking`).collection<Stored>('stays');
  beforeAll(async () => {
    client = await new mongo.MongoClient(testDatabaseUri()).connect();
    const requests = client.db(`${prefix}identity`).collection<Stored>('request_chunks');
    await requests.insertOne({ _id: 1, user_id: 1, entries: 1 });
    await stays().insertMany([
      { _id: 1, user_id: 1, revision: 1, notes: null },
      { _id: 2, user_id: 1, revision: 1 },
      { _id: 3, user_id: 2, revision: 1 },
    ]);
    reader = await AccountReader.open(testDatabaseUri(), prefix);
  });
  afterAll(async () => {
    await reader.close();
    await client.close();
    await dropDatabases(prefix, ['booking', 'identity']);
  });

  const changesBy = async (write: () => Promise<unknown>) => {
    const before = await reader.read(1);
    await write();
    return differences(before, await reader.read(1));
  };

  it('differs from a later snapshot in the documents that were changed, added or removed', async () => {
    const at = `${prefix}booking.stays`;
    expect(await changesBy(() => stays().updateOne({ _id: 1 }, { $set: { notes: 'x' } }))).toEqual([`changed ${at} 1`]);
    expect(await changesBy(() => stays().insertOne({ _id: 4, user_id: 1, revision: 1 }))).toEqual([`added ${at} 4`]);
    expect(await changesBy(() => stays().deleteOne({ _id: 2 }))).toEqual([`removed ${at} 2`]);
  });

  it('shows whether events or jobs of a write are still pending', async () => {
    expect(hasPending(await reader.read(1))).toBe(false);
    for (const left of [{ outbox_due_utc: new Date() }, { pending: { ranges: [] } }]) {
      await stays().insertOne({ _id: 9, user_id: 1, ...left });
      expect(hasPending(await reader.read(1))).toBe(true);
      expect(await changesBy(() => stays().deleteOne({ _id: 9 }))).toEqual([]);
    }
  });

  it('contains neither data of other accounts nor data about requests, such as the request log', async () => {
    const requests = client.db(`${prefix}identity`).collection<Stored>('request_chunks');
    expect(await changesBy(() => stays().updateOne({ _id: 3 }, { $inc: { revision: 1 } }))).toEqual([]);
    expect(await changesBy(() => stays().updateOne({ _id: 1 }, { $set: { idempotency: [{ key: 'a' }] } }))).toEqual([]);
    expect(await changesBy(() => stays().insertOne({ _id: -7, user_id: 1, idempotency: [] }))).toEqual([]);
    expect(await changesBy(() => requests.updateOne({ _id: 1 }, { $inc: { entries: 1 } }))).toEqual([]);
  });
});
