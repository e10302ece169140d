import { accountId } from '@keyhaven/persistence/account-scope';
import { connectDatabase } from '@keyhaven/persistence/connect';
import { anAccountId } from '@keyhaven/testing/service-under-test';
import { dropDatabases, freshDatabasePrefix, testDatabaseUri } from '@keyhaven/testing/test-database';
import type { Connection, Model } from 'mongoose';
import { type CalendarDocument, calendarModel } from './calendar.model';
import { CalendarDirectory } from './calendar-directory';

const prefix = freshDatabasePrefix();
let connection: Connection;
let model: Model<CalendarDocument>;
beforeAll(async () => {
  connection = await connectDatabase({ uri: testDatabaseUri(), database: `${prefix}directory` });
  model = calendarModel(connection);
});
afterAll(async () => {
  await connection.close();
  await dropDatabases(prefix, ['directory']);
});

/** Creates a calendar whose version can be increased in the database without CalendarDirectory being notified. */
async function aCalendar() {
  const [id, userId] = [anAccountId(), anAccountId()];
  const increaseTo = (calendar_version: number) =>
    model.updateOne(
      { _id: id, user_id: userId },
      { $set: { calendar_version, revision: 1, property: { is_active: true } } },
      { upsert: true },
    );
  await increaseTo(1);
  const scope = { accountId: accountId(userId) };
  const versions = async (directory: CalendarDirectory) => (await directory.list(scope)).map(({ version }) => version);
  return { id, userId, increaseTo, versions };
}

const LATER = 60_000;

describe('the calendar directory, which knows the version of each calendar', () => {
  it('reads the versions from the database every time while no poll is running', async () => {
    const { increaseTo, versions } = await aCalendar();
    const directory = new CalendarDirectory(model);
    expect(await versions(directory)).toEqual([1]);
    await increaseTo(2);
    expect(await versions(directory)).toEqual([2]);
  });

  it('answers from memory while versions are polled, including newer versions that were reported', async () => {
    const { id, userId, increaseTo, versions } = await aCalendar();
    const directory = new CalendarDirectory(model);
    await versions(directory);
    directory.trustUntil(performance.now() + LATER);
    await increaseTo(2);
    expect(await versions(directory)).toEqual([1]);
    directory.learn(userId, { id, version: 2, isActive: true, isGone: false });
    expect(await versions(directory)).toEqual([2]);
    directory.learn(userId, { id, version: 1, isActive: true, isGone: false });
    expect(await versions(directory)).toEqual([2]);
  });

  it('reads the versions again if the last poll is too old', async () => {
    const { increaseTo, versions } = await aCalendar();
    const directory = new CalendarDirectory(model);
    await versions(directory);
    directory.trustUntil(performance.now() - 1);
    await increaseTo(2);
    expect(await versions(directory)).toEqual([2]);
  });

  it('keeps a newer version that is reported while the versions are being loaded', async () => {
    const { id, userId, versions } = await aCalendar();
    const directory = new CalendarDirectory(model);
    directory.trustUntil(performance.now() + LATER);
    const reading = versions(directory);
    directory.learn(userId, { id, version: 5, isActive: true, isGone: false });
    expect(await reading).toEqual([5]);
  });
});
