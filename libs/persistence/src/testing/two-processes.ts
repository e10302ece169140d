import { freshDatabasePrefix, testDatabaseUri } from '@keyhaven/testing/test-database';
import type { AccountScope } from '../account-scope';
import type { Body } from '../tenant-document';
import { dropDatabase, type NoteDocument, type Notes, openNotes } from './notes';
import { RecordingBus } from './recording-bus';

/**
 * Opens the notes of a new database in two processes before the tests of a file, and drops the
 * database after them.
 * @param use receives both processes before the first test.
 */
export function useNotesOfTwoProcesses(name: string, use: (notes: Notes, otherProcess: Notes) => void): void {
  const uri = testDatabaseUri();
  const database = `${freshDatabasePrefix()}${name}`;
  const opened: Notes[] = [];
  beforeAll(async () => {
    const [notes, otherProcess] = [
      await openNotes(uri, database, new RecordingBus()),
      await openNotes(uri, database, new RecordingBus()),
    ];
    opened.push(notes, otherProcess);
    use(notes, otherProcess);
  });
  afterAll(async () => {
    for (const notes of opened) await notes.stop();
    await dropDatabase(uri, database);
  });
}

/** A change of a note that has been decided but is not written until `resume` is called. */
interface PausedChange {
  resume(): void;
  result: Promise<Body<NoteDocument>>;
}

/** Changes the text of a note, but pauses between the decision and the write. Resolves when the change pauses. */
export async function pauseChange(by: Notes, id: number, scope: AccountScope, text: string): Promise<PausedChange> {
  let resume = () => {};
  const resumed = new Promise<void>((resolve) => (resume = resolve));
  let pause = () => {};
  const paused = new Promise<void>((resolve) => (pause = resolve));
  const result = by.repository.update(scope, { _id: id }, async (before) => {
    pause();
    await resumed;
    return { after: { ...before, text } };
  });
  await paused;
  return { resume, result };
}
