import type { EventBus } from '@keyhaven/events/event-bus';
import mongoose, { type Connection, type Model } from 'mongoose';
import { TenantRepository } from '../tenant-repository/tenant-repository';
import { type AccountScope, accountId } from '../account-scope';
import { IdAllocator } from '../allocate-ids';
import { connectDatabase } from '../connect';
import type { Entity } from '../entity';
import { answeredRequestModel } from '../idempotency';
import { ensureIndexes } from '../indexes';
import { Relay } from '../outbox/relay';
import type { RelayReport } from '../outbox/relay-options';
import { spillModel } from '../outbox/spill';
import { withDeletion } from '../purge-deleted';
import { type Body, type RecordDocument, tenantSchema } from '../tenant-document';

/**
 * The document type for the tests of this library. A unique index allows each place once per
 * account.
 */
export interface NoteDocument extends RecordDocument {
  text: string;
  secret?: string;
  /** A hidden field that is never published. */
  internal?: number;
  place?: string;
  labels?: string[];
  is_deleted?: boolean;
}

export interface Note {
  id: number;
  text: string;
  created_utc: string;
  updated_utc: string;
}

/** The entity of notes, for a given topic. */
export const noteEntity = (topic: string): Entity<NoteDocument, Note> => ({
  type: 'note',
  topic,
  isIn: ({ is_deleted }) => !is_deleted,
  present: ({ _id, text, updated_utc, created_utc }) => ({
    id: _id,
    text,
    created_utc: created_utc?.toISOString() ?? '',
    updated_utc: updated_utc?.toISOString() ?? '',
  }),
  presentPrivate: ({ secret }) => ({ secret: secret ?? null }),
  categories: () => [],
  stampedWhenDeleted: () => ['deleted_utc'],
});

export function noteModel(connection: Connection): Model<NoteDocument> {
  const schema = tenantSchema<NoteDocument>('notes', {
    text: String,
    secret: String,
    internal: Number,
    place: String,
    labels: { type: [String], default: undefined },
    is_deleted: Boolean,
  }).index({ user_id: 1, place: 1 }, { unique: true, partialFilterExpression: { place: { $exists: true } } });
  return connection.model<NoteDocument>('Note', withDeletion(schema));
}

export interface NotesOptions {
  topic?: string;
  generation?: number;
  sweepEveryMs?: number;
}

/** A process that works with notes. */
export interface Notes {
  connection: Connection;
  model: Model<NoteDocument>;
  repository: TenantRepository<NoteDocument, Note>;
  relay: Relay;
  ids: IdAllocator;
  reports: RelayReport[];
  scope: AccountScope;
  /** The scope of a request with an Idempotency-Key. `requestHash` stands for the content of the request. */
  withKey(key: string, requestHash?: string): AccountScope;
  /** Stores a note. @returns its id. */
  add(part?: Partial<NoteDocument>, scope?: AccountScope): Promise<number>;
  /** Changes the text of a note. */
  write(id: number, text: string, scope?: AccountScope): Promise<Body<NoteDocument>>;
  /** Reads the document as it is stored, with its outbox. */
  stored(id: number): Promise<NoteDocument>;
  /** Deletes a note. */
  remove(id: number): Promise<void>;
  stop(): Promise<void>;
}

/** Opens the notes of a database. Tests open the same database several times to simulate several processes. */
export async function openNotes(
  uri: string,
  database: string,
  bus: EventBus,
  { topic = 'notes', generation, sweepEveryMs = 50 }: NotesOptions = {},
): Promise<Notes> {
  const connection = await connectDatabase({ uri, database });
  const model = noteModel(connection);
  spillModel(connection);
  answeredRequestModel(connection);
  const ids = new IdAllocator(connection);
  const reports: RelayReport[] = [];
  const relay = new Relay({ bus, report: (report) => reports.push(report), sweepEveryMs, generation });
  await ensureIndexes(connection);
  const repository = new TenantRepository<NoteDocument, Note>({
    model,
    noun: 'a note',
    entities: [noteEntity(topic)],
    relay,
    secretFields: ['secret'],
  });
  const scope: AccountScope = { accountId: accountId(7) };
  return {
    connection,
    model,
    repository,
    relay,
    ids,
    reports,
    scope,
    withKey: (key, requestHash = 'hash') => ({ ...scope, idempotency: { key, sentKey: key, requestHash } }),
    add: async (part = {}, forScope = scope) => {
      const { record } = await repository.create(forScope, async () => ({
        after: {
          _id: await ids.next('note'),
          user_id: forScope.accountId,
          version: 0,
          text: 'new',
          ...part,
        },
      }));
      return record.id;
    },
    write: (id, text, forScope = scope) =>
      repository.update(forScope, { _id: id }, (before) => Promise.resolve({ after: { ...before, text } })),
    remove: async (id) => {
      const decide = (before: Body<NoteDocument>) => Promise.resolve({ after: { ...before, is_deleted: true } });
      await repository.update(scope, { _id: id }, decide);
    },
    stored: async (id) => (await model.findById(id).lean<NoteDocument>())!,
    stop: async () => {
      await relay.stop();
      await connection.close();
    },
  };
}

export async function dropDatabase(uri: string, database: string): Promise<void> {
  const connection = await mongoose.createConnection(uri, { dbName: database }).asPromise();
  await connection.dropDatabase();
  await connection.close();
}
