import { type DatabaseProcess, startDatabaseProcess } from '@keyhaven/testing/database-process';
import mongoose, { type Connection, type mongo, Schema } from 'mongoose';
import { setTimeout as sleep } from 'node:timers/promises';

/**
 * How many times the test kills the database: more often in `npm run test:conformance` than in
 * other commands. The test always starts and kills its own embedded database.
 */
const ROUNDS = process.env.KEYHAVEN_TIER === 'conformance' ? 12 : 2;
const WRITERS = 16;
/**
 * The number of stays that the test checks after each kill. For each of them, it tries to book an
 * occupied night again, which must fail.
 */
const SOLD_AGAIN = 20;

interface Stay {
  _id: number;
  value: number;
  property: string;
  /** The nights that the stay occupies, in a unique index. Absent if the stay was canceled. */
  nights?: string[];
}
/** The possible values of a document. There are several while a write is not acknowledged. */
type Possible = Set<number | 'absent'>;

const schema = new Schema({
  _id: Number,
  value: Number,
  property: String,
  nights: { type: [String], default: undefined },
})
  .index({ property: 1, nights: 1 }, { unique: true, partialFilterExpression: { nights: { $exists: true } } })
  .index({ value: 1 });

let database: DatabaseProcess;
beforeAll(async () => (database = await startDatabaseProcess()), 60_000);
afterAll(() => database.stop());

const connect = (): Promise<Connection> =>
  mongoose
    .createConnection(database.uri, {
      dbName: 'crash',
      maxPoolSize: WRITERS,
      retryWrites: false,
      serverSelectionTimeoutMS: 20_000,
    })
    .asPromise();

/**
 * Writes documents that no other writer changes. Continues until a write fails because the server
 * was killed.
 */
async function write(stays: mongo.Collection<Stay>, writer: number, known: Map<number, Possible>): Promise<number> {
  const random = (below: number) => Math.floor(Math.random() * below);
  for (let acknowledged = 0; ; acknowledged++) {
    const mine = [...known].filter(
      ([id, possible]) => id % WRITERS === writer && possible.size === 1 && !possible.has('absent'),
    );
    const [id, possible] = mine[random(mine.length)] ?? [];
    const dice = id === undefined ? 0 : random(100);
    try {
      if (dice < 60) {
        const _id = writer + WRITERS * known.size;
        known.set(_id, new Set(['absent', _id]));
        await stays.insertOne({ _id, value: _id, property: `p${_id % 5}`, nights: [`${_id}-1`, `${_id}-2`] });
        known.set(_id, new Set([_id]));
      } else if (dice < 85) {
        const value = random(1_000_000);
        possible!.add(value);
        const cancel = value % 3 === 0 && { $unset: { nights: true as const } };
        await stays.updateOne({ _id: id }, { $set: { value }, ...cancel });
        known.set(id!, new Set([value]));
      } else {
        possible!.add('absent');
        await stays.deleteOne({ _id: id });
        known.set(id!, new Set(['absent']));
      }
    } catch (error) {
      if ((error as mongo.MongoServerError).code === 11000) throw error;
      return acknowledged;
    }
  }
}

it(
  `the database still has every acknowledged write, and indexes that match the documents, after ${ROUNDS} SIGKILLs`,
  async () => {
    const known = new Map<number, Possible>();
    let acknowledged = 0;
    for (let round = 0; round < ROUNDS; round++) {
      const before = await connect();
      await before.model('Stay', schema, 'stays').init();
      const stays = before.collection<Stay>('stays');
      const writing = Promise.all(Array.from({ length: WRITERS }, (_, writer) => write(stays, writer, known)));
      await sleep(500 + Math.random() * 1000);
      await database.crash();
      // Closing the connection makes pending writes fail.
      await before.close(true);
      acknowledged += (await writing).reduce((sum, count) => sum + count, 0);

      const after = await connect();
      const left = after.collection<Stay>('stays');
      const found = new Map((await left.find().toArray()).map((stay) => [stay._id, stay]));
      for (const [id, possible] of known) {
        const now = found.get(id)?.value ?? 'absent';
        expect({ id, possible: [...possible] }).toEqual({ id, possible: expect.arrayContaining([now]) });
        known.set(id, new Set([now]));
      }
      expect([...found.keys()].filter((id) => !known.has(id))).toEqual([]);
      const byIndex = await left.find({ value: { $gte: 0 } }, { hint: { value: 1 } }).toArray();
      expect(byIndex.map(({ _id }) => _id).sort()).toEqual([...found.keys()].sort());
      const occupied = [...found.values()].filter(({ nights }) => nights).slice(-SOLD_AGAIN);
      for (const { property, nights } of occupied) {
        const again = left.insertOne({ _id: -1, value: -1, property, nights: [nights![1]!] });
        await expect(again).rejects.toMatchObject({ code: 11000 });
      }
      await after.close();
    }
    process.stderr.write(`${ROUNDS} kills, ${acknowledged} acknowledged writes\n`);
    expect(acknowledged).toBeGreaterThan(ROUNDS * WRITERS);
  },
  ROUNDS * 30_000,
);
