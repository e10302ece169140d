import type { QueryFilter } from 'mongoose';
import { type AccountScope, assertBeforeDeadline } from '../account-scope';
import { refusedOf } from '../duplicate-key';
import type { PublicRecord } from '../entity';
import { planChange, type PlannedChange } from '../plan-change';
import { type Decision, type NewDocument, referencesOf, type RepositoryOptions } from './repository-types';
import { type Body, bodyOf, type TenantDocument, unwritten } from '../tenant-document';
import { writePipeline } from '../write-pipeline';
import { hasRoomInOutbox, type StoredDocuments } from './stored-documents';

interface BulkItem {
  id: number;
  condition: Record<string, unknown>;
  update: object[];
  upsert: boolean;
  /**
   * The ids of the outbox entries that this write adds. If one of them is found after the bulk
   * write, this write was carried out.
   */
  entryIds: string[];
}

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
    const items = decisions.map((decision) => {
      const { jobs = [] } = decision;
      const references = referencesOf<References>(decision);
      const after = unwritten(decision.after);
      const planned = planChange({ entities, references, before: undefined, after, jobs, revision: 1, ...by });
      return {
        id: after._id,
        condition: { revision: { $exists: false } },
        update: writePipeline(undefined, after, planned, 1, relay.owner),
        upsert: true,
        entryIds: idsOf(planned),
      };
    });
    return this.write(scope, items);
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
    const items: BulkItem[] = [];
    for (const stored of found) {
      const before = bodyOf(stored);
      const decision = decide(before);
      if (!decision) continue;
      const { after, jobs = [] } = decision;
      const references = referencesOf<References>(decision);
      const revision = stored.revision + 1;
      const planned = planChange({ entities, references, before, after, jobs, revision, ...by });
      items.push({
        id: stored._id,
        condition: { revision: stored.revision, ...hasRoomInOutbox },
        update: writePipeline(before, after, planned, revision, relay.owner),
        upsert: false,
        entryIds: idsOf(planned),
      });
    }
    return this.write(scope, items);
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
  private async write(scope: AccountScope, items: readonly BulkItem[]): Promise<number[]> {
    if (items.length === 0) return [];
    const { model, relay } = this.options;
    assertBeforeDeadline(scope);
    const operations = items.map(({ id, condition, update, upsert }) => ({
      updateOne: { filter: { ...condition, _id: id, user_id: scope.accountId }, update, upsert },
    }));
    let made = 0;
    const writing = model.bulkWrite(operations, { ordered: false, strict: false });
    await refusedOf(writing.then(({ matchedCount, upsertedCount }) => (made = matchedCount + upsertedCount)));
    const ids = items.map(({ id }) => id);
    const own = { _id: { $in: ids }, user_id: scope.accountId, outbox_owner: relay.owner } as QueryFilter<Document>;
    const written = await model.find(own, this.documents.relayProjection).lean<Document[]>();
    for (const stored of written) await relay.take(model, stored, false);
    if (made === items.length) return [];
    const stored = new Set(written.flatMap(({ outbox = [] }) => outbox.map((entry) => entry.id)));
    return items.filter(({ entryIds }) => !entryIds.some((id) => stored.has(id))).map(({ id }) => id);
  }
}

function idsOf({ entries }: PlannedChange): string[] {
  return entries.map(({ id }) => id as string);
}
