import { connectDatabase } from '@keyhaven/persistence/connect';
import { accountId } from '@keyhaven/persistence/account-scope';
import { IdleTimer } from '@keyhaven/persistence/idle-timer';
import { createLogger } from '@keyhaven/service/observability/logger';
import type { Worker } from '@keyhaven/service/worker';
import { anAccountId } from '@keyhaven/testing/service-under-test';
import { dropDatabases, freshDatabasePrefix, testDatabaseUri } from '@keyhaven/testing/test-database';
import { until } from '@keyhaven/testing/until';
import type { Connection, Model } from 'mongoose';
import { CalendarDirectory } from '../store/calendar-directory';
import { type CalendarDocument, calendarModel } from '../store/calendar.model';
import { pollCalendarVersions } from './poll-calendar-versions';

const prefix = freshDatabasePrefix();
let connection: Connection;
let model: Model<CalendarDocument>;
let worker: Worker | undefined;
beforeAll(async () => {
  connection = await connectDatabase({ uri: testDatabaseUri(), database: `${prefix}polling` });
  model = calendarModel(connection);
});
afterEach(() => worker?.stop(1000));
afterAll(async () => {
  await connection.close();
  await dropDatabases(prefix, ['polling']);
});

/**
 * Starts a poll. Spies count the database commands of the poll, and how often the poll checks whether anybody reads
 * calendars.
 */
function poll() {
  const directory = new CalendarDirectory(model);
  const looks = jest.spyOn(directory, 'isAsked');
  const queries = jest.spyOn(connection.db!, 'command').mockClear();
  worker = pollCalendarVersions(connection, model, directory, createLogger('tests', 'silent'));
  worker.start();
  return { directory, looks, queries };
}

describe('the poll of calendar versions', () => {
  it('does not query the database while no client reads calendars', async () => {
    const { looks, queries } = poll();
    await until(() => looks.mock.calls.length > 3);
    expect(queries).not.toHaveBeenCalled();
  });

  it('is woken when a calendar is read, so that a long pause ends', async () => {
    const { directory } = poll();
    const woken = jest.spyOn(IdleTimer.prototype, 'wake');
    await directory.list({ accountId: accountId(anAccountId()) });
    expect(woken).toHaveBeenCalledTimes(1);
    woken.mockRestore();
  });

  it('starts when a calendar is read, and pauses when no calendar has been read for a while', async () => {
    const { directory, looks, queries } = poll();
    await directory.list({ accountId: accountId(anAccountId()) });
    await until(() => queries.mock.calls.length > 1);
    looks.mockReturnValue(false);
    const before = looks.mock.calls.length;
    await until(() => looks.mock.calls.length > before + 1);
    queries.mockClear();
    const later = looks.mock.calls.length;
    await until(() => looks.mock.calls.length > later + 3);
    expect(queries).not.toHaveBeenCalled();
  });
});
