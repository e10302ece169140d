import { freshDatabasePrefix, testDatabaseUri } from '@keyhaven/testing/test-database';
import { until } from '@keyhaven/testing/until';
import { dropDatabase, noteEntity, type Note, type NoteDocument, type Notes, openNotes } from '../testing/notes';
import { RecordingBus } from '../testing/recording-bus';
import { TenantRepository } from '../tenant-repository/tenant-repository';

const uri = testDatabaseUri();
const prefix = freshDatabasePrefix();
const databases: string[] = [];
const opened: Notes[] = [];
let bus: RecordingBus;
let database: string;
beforeEach(() => {
  bus = new RecordingBus();
  database = `${prefix}probe${databases.length}`;
  databases.push(database);
});
afterEach(async () => {
  await Promise.all(opened.splice(0).map((notes) => notes.stop()));
});
afterAll(async () => {
  for (const name of databases) await dropDatabase(uri, name);
});

async function open(): Promise<Notes> {
  const notes = await openNotes(uri, database, bus);
  opened.push(notes);
  return notes;
}

/** Registers a second collection with the relay. @returns a function that stores a document there. */
function withLaterCollection({ connection, model, relay, ids, scope }: Notes): () => Promise<number> {
  const schema = model.schema.clone().set('collection', 'later_notes');
  const repository = new TenantRepository<NoteDocument, Note>({
    model: connection.model<NoteDocument>('LaterNote', schema),
    noun: 'a later note',
    entities: [noteEntity('later_notes')],
    relay,
    secretFields: ['secret'],
  });
  return async () => {
    const _id = await ids.next('note');
    await repository.create(scope, () =>
      Promise.resolve({ after: { _id, user_id: scope.accountId, version: 0, text: 'later' } }),
    );
    return _id;
  };
}

const countOf = (notes: Notes, wanted: string) => notes.reports.filter(({ kind }) => kind === wanted).length;
const isPublished = async (notes: Notes, id: number) => (await notes.stored(id)).outbox_due_utc === undefined;

/** Writes documents whose events the bus refuses, until the relay considers the bus down. */
async function writeRefused(notes: Notes, documents: number): Promise<number[]> {
  const refused: number[] = [];
  for (let i = 0; i < documents; i++) refused.push(await notes.add());
  for (const id of refused) await until(() => isPublished(notes, id));
  bus.beforeEach = ({ entity_id }) => {
    if (refused.includes(entity_id)) throw new Error('too large for a topic');
  };
  await Promise.all(refused.map((id) => notes.write(id, 'refused')));
  await until(() => countOf(notes, 'bus_failed') > 0);
  return refused;
}

describe('while the bus refuses the events of a document that this process wrote', () => {
  it('the relay publishes the events of a collection that was registered later', async () => {
    const notes = await open();
    const addLater = withLaterCollection(notes);
    notes.relay.start();
    const [refused] = (await writeRefused(notes, 1)) as [number];
    const later = await addLater();
    await until(() => bus.versionsOf(later).length === 1);
    // The relay knows the refused document now, and does not consider the bus down again.
    await until(() => countOf(notes, 'events_refused') > 0);
    expect(countOf(notes, 'bus_failed')).toBe(1);
    bus.beforeEach = () => {};
    await until(() => bus.versionsOf(refused).length === 2);
  });

  it('the relay publishes the events that a dead process left in the same collection', async () => {
    const dead = await open();
    await dead.relay.stop();
    const left = await dead.add();
    const notes = await open();
    notes.relay.start();
    await writeRefused(notes, 1);
    await dead.model.updateOne({ _id: left }, { $set: { outbox_due_utc: new Date(0) } });
    await until(() => bus.versionsOf(left).length === 1);
  });
});

describe('while the bus refuses the events of several documents', () => {
  it('the relay probes the bus with each of these documents in turn', async () => {
    const notes = await open();
    const addLater = withLaterCollection(notes);
    notes.relay.start();
    const refused = await writeRefused(notes, 2);
    const tried = new Set<number>();
    const refuse = bus.beforeEach;
    bus.beforeEach = (event) => {
      tried.add(event.entity_id);
      refuse(event);
    };
    await until(() => refused.every((id) => tried.has(id)));
    const later = await addLater();
    await until(() => bus.versionsOf(later).length === 1);
    expect(countOf(notes, 'bus_failed')).toBe(1);
  });
});
