import { accountId } from '@keyhaven/persistence/account-scope';
import { connectDatabase } from '@keyhaven/persistence/connect';
import { Gathering } from '@keyhaven/persistence/gathering';
import { addDays } from '@keyhaven/stays/calendar-date';
import type { Stay } from '@keyhaven/stays/nights';
import { countStoreCommands } from '@keyhaven/testing/count-store-commands';
import { anAccountId } from '@keyhaven/testing/service-under-test';
import { dropDatabases, freshDatabasePrefix, testDatabaseUri } from '@keyhaven/testing/test-database';
import fc from 'fast-check';
import type { Connection } from 'mongoose';
import { nightsChangedByRecord } from '../calendar/domain/changed-nights';
import { occupancyCopies } from '../store/occupancy-copy';
import type { PricingStore } from '../store/pricing-store';
import { readStaysAround } from './read-stays-around';

const prefix = freshDatabasePrefix();
let connection: Connection;
let store: Pick<PricingStore, 'reads' | 'occupancies'>;
beforeAll(async () => {
  connection = await connectDatabase({ uri: testDatabaseUri(), database: `${prefix}stays` });
  store = { reads: new Gathering(), occupancies: occupancyCopies(connection) };
  await store.occupancies.model.init();
});
afterAll(async () => {
  await connection.close();
  await dropDatabases(prefix, ['stays']);
});

const PROPERTY = 1;
let lastId = 0;

/** Stores the stays as copies of bookings of a new account. */
async function anAccountWith(stays: readonly Stay[]) {
  const userId = anAccountId();
  const copies = stays.map((stay) => ({
    ...{ _id: ++lastId, user_id: userId, property_id: PROPERTY, ...stay },
    ...{ occupies: true, expires_utc: null, generation: 1, version: 1 },
  }));
  if (copies.length > 0) await store.occupancies.model.insertMany(copies);
  return { accountId: accountId(userId) };
}

const at = (day: number, nights: number): Stay => ({
  arrival: addDays('2030-01-01', day),
  departure: addDays('2030-01-01', day + nights),
});
const stay = fc.tuple(fc.integer({ min: 0, max: 2000 }), fc.integer({ min: 1, max: 40 })).map((days) => at(...days));
/** Stays that do not overlap, with random pauses between them. */
const neighbours = fc
  .array(fc.tuple(fc.integer({ min: 0, max: 200 }), fc.integer({ min: 1, max: 40 })), { maxLength: 30 })
  .map((pauses) => {
    let day = 0;
    return pauses.map(([pause, nights]) => {
      const next = at(day + pause, nights);
      day += pause + nights;
      return next;
    });
  });
const settings = { requiredGapBefore: 0, requiredGapAfter: 0, minNightsInGap: null };

describe('the stored stays that are nearest to the stays of a batch', () => {
  it('lead to the same changed nights as all stored stays of the property', async () => {
    const cases = fc.tuple(neighbours, fc.array(stay, { minLength: 1, maxLength: 8 }));
    await fc.assert(
      fc.asyncProperty(cases, async ([stored, batch]) => {
        const scope = await anAccountWith(stored);
        const found = await Promise.all(batch.map((one) => readStaysAround(store, scope, PROPERTY, one)));
        expect(found.map((others, index) => nightsChangedByRecord(batch[index]!, others, settings))).toEqual(
          batch.map((one) => nightsChangedByRecord(one, stored, settings)),
        );
      }),
      { numRuns: 50, endOnFailure: true },
    );
  });

  it('are read with three queries for a batch of 40 stays with only a few vacant nights between the stays', async () => {
    const stays = Array.from({ length: 40 }, (_, index) => at(index * 10, 5));
    const scope = await anAccountWith(stays);
    const commands = countStoreCommands(({ find }) => find === 'occupancies');
    await Promise.all(stays.map((one) => readStaysAround(store, scope, PROPERTY, one)));
    expect(commands.end()).toBe(3);
  });
});
