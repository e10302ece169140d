import { freshDatabasePrefix, testDatabaseUri } from '@keyhaven/testing/test-database';
import { until } from '@keyhaven/testing/until';
import { connectDatabase } from '../connect';
import { Relay } from '../outbox/relay';
import { dropDatabase, noteEntity, noteModel, openNotes } from '../testing/notes';
import { RecordingBus } from '../testing/recording-bus';
import { TenantRepository } from './tenant-repository';

const uri = testDatabaseUri();
const database = `${freshDatabasePrefix()}registration`;
afterAll(() => dropDatabase(uri, database));

/** Creates a note whose process ends before the event is published, and whose lease has expired. */
async function leaveUnpublished(bus: RecordingBus): Promise<number> {
  bus.isDown = true;
  const crashed = await openNotes(uri, database, bus);
  const id = await crashed.add();
  await crashed.relay.stop();
  await crashed.model.updateOne({ _id: id }, { $set: { outbox_due_utc: new Date(Date.now() - 1000) } });
  expect((await crashed.stored(id)).outbox).toHaveLength(1);
  await crashed.connection.close();
  bus.isDown = false;
  return id;
}

it('the relay publishes events that remain after a crash, even if no request uses the collection', async () => {
  const bus = new RecordingBus();
  const id = await leaveUnpublished(bus);
  const connection = await connectDatabase({ uri, database });
  const relay = new Relay({ bus, report: () => undefined, sweepEveryMs: 50 });
  new TenantRepository({ model: noteModel(connection), noun: 'a note', entities: [noteEntity('notes')], relay });
  relay.start();
  await until(() => bus.versionsOf(id).length > 0);
  expect(bus.versionsOf(id)).toEqual([1]);
  await relay.stop();
  await connection.close();
});
