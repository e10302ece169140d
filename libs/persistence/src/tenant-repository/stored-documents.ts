import type { QueryFilter } from 'mongoose';
import { type AccountScope, assertBeforeDeadline } from '../account-scope';
import { refusedOf } from '../duplicate-key';
import { GatheredReads } from '../gathered-reads';
import { hasRoomForRequest, moveAnswers } from '../idempotency';
import { MAX_BYTES, MAX_ENTRIES } from '../outbox-entry';
import { spillOutbox } from '../outbox/spill';
import { isRecord } from '../refused-requests';
import type { ReaderOptions } from './repository-types';
import { sendWrite, waitFor } from '../request-progress';
import { readOneStored, readStored } from '../stored-reads';
import { type TenantDocument, unreadForWrite } from '../tenant-document';

/** The condition under which a write may append to the outbox: the outbox has room. */
export const hasRoomInOutbox = {
  [`outbox.${MAX_ENTRIES - 1}`]: { $exists: false },
  outbox_bytes: { $not: { $gt: MAX_BYTES } },
};

/**
 * A document to create: its id, the condition of the upsert, and the update that makes the
 * document.
 */
export interface NewStoredDocument {
  id: number;
  condition: object;
  pipeline: object[];
}

/** Reads and writes single documents as they are stored, including revision and outbox. */
export class StoredDocuments<Document extends TenantDocument> {
  /** Excludes fields that the relay does not need. */
  readonly relayProjection: Record<string, 0>;
  /**
   * Excludes fields that are not needed to decide about a write: events and answered requests.
   * Includes jobs.
   */
  readonly writeProjection: Record<string, 0>;

  private readonly single: GatheredReads<Document>;

  constructor(private readonly options: ReaderOptions<Document>) {
    this.relayProjection = { ...options.hiddenFields, idempotency: 0 };
    this.writeProjection = { ...unreadForWrite, ...options.hiddenFields };
    this.single = new GatheredReads(options.model, { conditionUnlessById: isRecord, projection: this.writeProjection });
  }

  async readForWrite(scope: AccountScope, filter: QueryFilter<Document>): Promise<Document | undefined> {
    return waitFor(this.partOf('findOne'), () => this.single.readOne(scope.accountId, filter));
  }

  /** @throws Error if the document does not exist. */
  async readForRelay(scope: AccountScope, id: number): Promise<Document> {
    const key = { _id: id, user_id: scope.accountId };
    const stored = await readOneStored<Document>(this.options.model, key, this.relayProjection);
    if (!stored) throw new Error(`document ${id} is not there although it was written`);
    return stored;
  }

  /**
   * Writes a document if it has the expected revision, matches the filter, and has room for the
   * outbox entries and the request. If the document has no room, this method makes room for the
   * next attempt.
   * @returns the document after the write; undefined if the condition did not hold.
   */
  async writeIfUnchanged(
    scope: AccountScope,
    filter: QueryFilter<Document>,
    id: number,
    revision: number,
    pipeline: object[],
  ): Promise<Document | undefined> {
    assertBeforeDeadline(scope);
    const { model } = this.options;
    const key = { _id: id, user_id: scope.accountId };
    const hasRoom = { ...hasRoomInOutbox, ...(scope.idempotency ? hasRoomForRequest : {}) };
    const stored = await this.write({ ...filter, ...key, revision, ...hasRoom }, pipeline, false);
    if (!stored) {
      await spillOutbox(model, key);
      if (scope.idempotency) await moveAnswers(model, key, revision);
    }
    return stored;
  }

  /**
   * Writes a document. @returns the document with its outbox; undefined if the condition did not
   * hold.
   */
  async write(condition: object, pipeline: object[], upsert: boolean): Promise<Document | undefined> {
    return sendWrite(this.partOf('write'), async () => {
      const written = await this.options.model.collection.findOneAndUpdate(condition, pipeline, {
        upsert,
        returnDocument: 'after',
        projection: this.relayProjection,
      });
      return (written as Document | null) ?? undefined;
    });
  }

  get collection(): string {
    return this.options.model.collection.name;
  }

  /**
   * Creates documents in one bulk write.
   * @returns the stored documents with their outboxes, in the order of `creations`; undefined for
   *   documents that a unique index refused.
   */
  async createTogether(
    scope: AccountScope,
    creations: readonly NewStoredDocument[],
  ): Promise<(Document | undefined)[]> {
    const { model } = this.options;
    const operations = creations.map(({ condition, pipeline }) => ({
      updateOne: { filter: condition as Record<string, unknown>, update: pipeline, upsert: true },
    }));
    const refused = await sendWrite(this.partOf('createTogether'), () =>
      refusedOf(model.collection.bulkWrite(operations, { ordered: false })),
    );
    const isRefused = new Set(refused ?? []);
    const ids = creations.filter((_creation, index) => !isRefused.has(index)).map(({ id }) => id);
    const filter = { _id: { $in: ids }, user_id: scope.accountId };
    const stored = await readStored<Document>(model, filter, { projection: this.relayProjection, limit: ids.length });
    const byId = new Map<number, Document>(stored.map((document) => [document._id, document]));
    return creations.map(({ id }, index) => (isRefused.has(index) ? undefined : byId.get(id)));
  }

  /** The name of this database call in the log. */
  private partOf(method: string): string {
    return `${this.options.model.collection.name}.${method}`;
  }
}
