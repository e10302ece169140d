import { mongo, type QueryFilter } from 'mongoose';
import { type AccountScope, assertBeforeDeadline } from '../account-scope';
import { DUPLICATE_KEY, refusedOf } from '../duplicate-key';
import type { PublicRecord } from '../entity';
import { entryIdsOf, planChange } from '../plan-change';
import { type Decision, type NewDocument, referencesOf, type RepositoryOptions } from './repository-types';
import { type Body, bodyOf, type TenantDocument, unwritten } from '../tenant-document';
import { writePipeline } from '../write-pipeline';
import { hasRoomInOutbox, type StoredDocuments } from './stored-documents';
import { type DocumentWrite, writeTogether } from './write-together';

/** New values of fields that no record shows. An undefined value removes the field. */
export interface HiddenChange<Document extends TenantDocument> {
  id: number;
  /** The document is changed only if it still has this revision. */
  revision: number;
  fields: Partial<Record<keyof Document & string, unknown>>;
}

/** Writes many documents of an account in bulk. */
export class BulkWrites<Document extends TenantDocument, Shown extends PublicRecord, References> {
  constructor(
    private readonly options: RepositoryOptions<Document, Shown, References>,
    private readonly documents: StoredDocuments<Document>,
  ) {}

  /**
   * Inserts documents. @returns the ids of the documents that were not inserted, or for which this
   * is unknown.
   */
  async create(scope: AccountScope, decisions: readonly NewDocument<Document, References>[]): Promise<number[]> {
    const { entities, relay } = this.options;
    const by = { generation: relay.generation, isByClient: scope.isByClient === true };
    const writes = decisions.map((decision) => {
      const { jobs = [] } = decision;
      const references = referencesOf<References>(decision);
      const after = unwritten(decision.after);
      const planned = planChange({ entities, references, before: undefined, after, jobs, revision: 1, ...by });
      return {
        id: after._id,
        condition: { _id: after._id, user_id: scope.accountId, revision: { $exists: false } },
        pipeline: writePipeline(undefined, after, planned, 1, relay.owner),
        upsert: true,
        revision: 1,
        entryIds: entryIdsOf(planned),
      };
    });
    return this.write(scope, writes);
  }

  /**
   * Changes documents, each on condition of its revision.
   * @returns the ids of the documents that were not changed, or for which this is unknown.
   */
  async update(
    scope: AccountScope,
    ids: readonly number[],
    decide: (before: Body<Document>) => Decision<Document, References> | undefined,
  ): Promise<number[]> {
    const { model, entities, relay } = this.options;
    const filter = { _id: { $in: [...ids] }, user_id: scope.accountId } as QueryFilter<Document>;
    const found = await model.find(filter, this.documents.writeProjection).lean<Document[]>();
    const by = { generation: relay.generation, isByClient: scope.isByClient === true };
    const writes: DocumentWrite[] = [];
    for (const stored of found) {
      const before = bodyOf(stored);
      const decision = decide(before);
      if (!decision) continue;
      const { after, jobs = [] } = decision;
      const references = referencesOf<References>(decision);
      const revision = stored.revision + 1;
      const planned = planChange({ entities, references, before, after, jobs, revision, ...by });
      writes.push({
        id: stored._id,
        condition: { _id: stored._id, user_id: scope.accountId, revision: stored.revision, ...hasRoomInOutbox },
        pipeline: writePipeline(before, after, planned, revision, relay.owner),
        upsert: false,
        revision,
        entryIds: entryIdsOf(planned),
      });
    }
    return this.write(scope, writes);
  }

  /**
   * Changes hidden fields, each on condition of the revision of its document.
   * @returns the ids of the documents that a unique index refused.
   */
  async writeHidden(scope: AccountScope, changes: readonly HiddenChange<Document>[]): Promise<number[]> {
    if (changes.length === 0) return [];
    assertBeforeDeadline(scope);
    const writes = changes.map(({ id, revision, fields }) => {
      const set = Object.entries(fields).filter(([, value]) => value !== undefined);
      const unset = Object.keys(fields).filter((field) => !set.some(([name]) => name === field));
      const literals = Object.fromEntries(set.map(([name, value]) => [name, { $literal: value }]));
      const update = [
        { $set: { ...literals, revision: { $literal: revision + 1 } } },
        ...(unset.length > 0 ? [{ $unset: unset }] : []),
      ];
      return { updateOne: { filter: { _id: id, user_id: scope.accountId, revision }, update } };
    });
    const writing = this.options.model.bulkWrite(writes, { ordered: false, strict: false });
    return (await refusedOf(writing)).map((index) => changes[index]!.id);
  }

  /**
   * Sends the writes, and passes the written documents to the relay.
   * @returns the ids of the documents that were not written, or for which this is unknown.
   */
  private async write(scope: AccountScope, writes: readonly DocumentWrite[]): Promise<number[]> {
    if (writes.length === 0) return [];
    const { model, relay } = this.options;
    assertBeforeDeadline(scope);
    const outcomes = await writeTogether(model, scope.accountId, this.documents.relayProjection, writes);
    const unwritten: number[] = [];
    let failure: mongo.WriteError | undefined;
    for (const [index, outcome] of outcomes.entries()) {
      if (outcome.kind !== 'written') unwritten.push(writes[index]!.id);
      else if (outcome.document?.outbox_owner === relay.owner) await relay.take(model, outcome.document, false);
      if (outcome.kind === 'failed' && outcome.error.code !== DUPLICATE_KEY) failure ??= outcome.error;
    }
    if (failure) throw new mongo.MongoServerError({ message: failure.errmsg, code: failure.code });
    return unwritten;
  }
}
