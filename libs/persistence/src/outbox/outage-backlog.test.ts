import { countStoreCommands } from '@keyhaven/testing/count-store-commands';
import { freshDatabasePrefix, testDatabaseUri } from '@keyhaven/testing/test-database';
import { until } from '@keyhaven/testing/until';
import { dropDatabase, type Notes, openNotes } from '../testing/notes';
import { RecordingBus } from '../testing/recording-bus';

const uri = testDatabaseUri();
const database = `${freshDatabasePrefix()}outage`;
const CHANGES = 1500;
/**
 * The maximum number of commands that the replicas send before they notice that the bus is back:
 * probes, and searches for jobs.
 */
const OTHER_COMMANDS = 60;

describe('the backlog of events after an outage of the bus', () => {
  const bus = new RecordingBus();
  let replicas: Notes[] = [];
  beforeAll(async () => {
    // Sweeps are made rare, because they would add commands to the count.
    const options = { sweepEveryMs: 600_000 };
    replicas = [await openNotes(uri, database, bus, options), await openNotes(uri, database, bus, options)];
    for (const { relay } of replicas) relay.start();
  });
  afterAll(async () => {
    await Promise.all(replicas.map((notes) => notes.stop()));
    await dropDatabase(uri, database);
  });

  it('is published by two replicas with far fewer database commands than events, and each event once', async () => {
    bus.isDown = true;
    const writers = replicas.flatMap((notes) => Array.from({ length: 10 }, () => notes));
    await Promise.all(
      writers.map(async (notes) => {
        for (let i = 0; i < CHANGES / writers.length; i++) await notes.add();
      }),
    );
    await until(() => replicas.every(({ reports }) => reports.some(({ kind }) => kind === 'bus_failed')));
    // After a long outage all leases have expired. Each replica may then claim changes of the other replica.
    const { model } = replicas[0]!;
    const isWaiting = { outbox_due_utc: { $exists: true } };
    await model.updateMany(isWaiting, { $set: { outbox_due_utc: new Date(Date.now() - 60_000) } });
    expect(await model.countDocuments(isWaiting)).toBe(CHANGES);
    const commands = countStoreCommands();
    bus.isDown = false;
    const published = () => new Set(bus.events.map(({ event_id }) => event_id)).size;
    await until(() => published() === CHANGES, 60_000);
    const sent = commands.end();
    await until(async () => (await model.countDocuments(isWaiting)) === 0);
    expect(bus.events).toHaveLength(CHANGES);
    expect(sent).toBeLessThan(CHANGES / 10 + OTHER_COMMANDS);
  });
});

describe('a bus that hangs during a publish call', () => {
  it('does not cause another process to publish the same events', async () => {
    const [hanging, working] = [new RecordingBus(), new RecordingBus()];
    const name = `${database}hanging`;
    const [writer, other] = [await openNotes(uri, name, hanging), await openNotes(uri, name, working)];
    let goOn = () => {};
    const held = new Promise<void>((resolve) => (goOn = resolve));
    const publish = hanging.publish.bind(hanging);
    const publishing = jest
      .spyOn(hanging, 'publish')
      .mockImplementationOnce((...args) => held.then(() => publish(...args)));
    try {
      for (const { relay } of [writer, other]) relay.start();
      const inHand = await writer.add();
      await until(() => publishing.mock.calls.length > 0);
      const behind = await writer.add();
      // The lease of `behind` expires, because its process is waiting for the bus. The lease of
      // `inHand` is renewed.
      await until(() => working.versionsOf(behind).length > 0, 30_000);
      goOn();
      for (const id of [inHand, behind]) await until(async () => !(await writer.stored(id)).outbox);
      const published = [hanging, working].map(({ events }) => events.map(({ entity_id }) => entity_id));
      expect(published).toEqual([[inHand], [behind]]);
    } finally {
      goOn();
      await Promise.all([writer.stop(), other.stop()]);
      await dropDatabase(uri, name);
    }
  });

  it('does not cause another process to publish the event that was used to probe the bus', async () => {
    const [hanging, working] = [new RecordingBus(), new RecordingBus()];
    const name = `${database}probed`;
    const [writer, other] = [await openNotes(uri, name, hanging), await openNotes(uri, name, working)];
    let goOn = () => {};
    const held = new Promise<void>((resolve) => (goOn = resolve));
    const publish = hanging.publish.bind(hanging);
    const publishing = jest
      .spyOn(hanging, 'publish')
      .mockRejectedValueOnce(new Error('no broker answers'))
      .mockImplementationOnce((...args) => held.then(() => publish(...args)));
    try {
      for (const { relay } of [writer, other]) relay.start();
      const probed = await writer.add();
      await until(() => publishing.mock.calls.length > 1);
      const behind = await writer.add();
      // The lease of `behind` expires, because the bus is considered down. The lease of `probed` is
      // renewed.
      await until(() => working.versionsOf(behind).length > 0, 30_000);
      goOn();
      for (const id of [probed, behind]) await until(async () => !(await writer.stored(id)).outbox);
      const published = [hanging, working].map(({ events }) => events.map(({ entity_id }) => entity_id));
      expect(published).toEqual([[probed], [behind]]);
    } finally {
      goOn();
      await Promise.all([writer.stop(), other.stop()]);
      await dropDatabase(uri, name);
    }
  });
});
