import type { ProjectionType, QueryFilter } from 'mongoose';
import { type AccountScope, assertBeforeDeadline } from '../account-scope';
import { refusedOf } from '../duplicate-key';
import { hasRoomToNote, moveAnswers } from '../idempotency';
import { MAX_BYTES, MAX_ENTRIES } from '../outbox/outbox-entry';
import { spillOutbox } from '../outbox/spill';
import { isRecord } from '../refused-requests';
import type { ReaderOptions } from '../repository-types';
import { sendWrite, waitFor } from '../request-progress';
import { type TenantDocument, unreadForWrite } from '../tenant-document';

/** The part of a write's condition that holds while the outbox has room for the write's entries. */
export const hasRoomInOutbox = {
  [`outbox.${MAX_ENTRIES - 1}`]: { $exists: false },
  outbox_bytes: { $not: { $gt: MAX_BYTES } },
};

/** A document to create: its id, the condition of the upsert, and the update that makes it. */
export interface NewStoredDocument {
  id: number;
  condition: object;
  pipeline: object[];
}

/** Reads and writes single documents as they are stored, with revision and outbox. */
export class StoredDocuments<Document extends TenantDocument> {
  /** Leaves out fields that the relay does not need. */
  readonly relayProjection: ProjectionType<Document>;
  /** Leaves out fields that no decision about a write needs: events, but not jobs, and noted requests. */
  readonly writeProjection: ProjectionType<Document>;

  constructor(private readonly options: ReaderOptions<Document>) {
    this.relayProjection = { ...options.hiddenFields, idempotency: 0 };
    this.writeProjection = { ...unreadForWrite, ...options.hiddenFields };
  }

  async readForWrite(scope: AccountScope, filter: QueryFilter<Document>): Promise<Document | undefined> {
    const { model } = this.options;
    const stored = await waitFor(this.partOf('findOne'), () =>
      model
        .findOne({ ...isRecord, ...filter, user_id: scope.accountId }, this.writeProjection)
        .lean<Document>()
        .exec(),
    );
    return stored ?? undefined;
  }

  /** @throws Error when the document does not exist. */
  async readForRelay(scope: AccountScope, id: number): Promise<Document> {
    const key = { _id: id, user_id: scope.accountId } as QueryFilter<Document>;
    const stored = await this.options.model.findOne(key, this.relayProjection).lean<Document>();
    if (!stored) throw new Error(`document ${id} is not there although it was written`);
    return stored;
  }

  /**
   * Writes if the document has the expected revision, matches the request's filter, and has room for the additions. If
   * it has no room, makes some for the next attempt.
   * @returns the document after the write; undefined when the condition did not hold.
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
    const hasRoom = { ...hasRoomInOutbox, ...(scope.idempotency ? hasRoomToNote : {}) };
    const stored = await this.write({ ...filter, ...key, revision, ...hasRoom }, pipeline, false);
    if (!stored) {
      await spillOutbox(model, key);
      if (scope.idempotency) await moveAnswers(model, key, revision);
    }
    return stored;
  }

  /** Writes. @returns the document after the write, with its outbox; undefined when the condition did not hold. */
  async write(condition: object, pipeline: object[], upsert: boolean): Promise<Document | undefined> {
    return sendWrite(this.partOf('write'), async () => {
      const written = await this.options.model
        .findOneAndUpdate(condition as QueryFilter<Document>, pipeline, {
          upsert,
          returnDocument: 'after',
          updatePipeline: true,
          projection: this.relayProjection,
        })
        .lean<Document>();
      return written ?? undefined;
    });
  }

  /** The name of the collection. */
  get collection(): string {
    return this.options.model.collection.name;
  }

  /**
   * Creates documents in one bulk write. @returns the documents after the write, with their outboxes, in the order of the
   * creations; undefined for those that a unique index refused.
   */
  async createTogether(
    scope: AccountScope,
    creations: readonly NewStoredDocument[],
  ): Promise<(Document | undefined)[]> {
    const { model } = this.options;
    const operations = creations.map(({ condition, pipeline }) => ({
      updateOne: { filter: condition, update: pipeline, upsert: true },
    }));
    const refused = await sendWrite(this.partOf('createTogether'), () =>
      refusedOf(model.bulkWrite(operations as never, { ordered: false, strict: false })),
    );
    const isRefused = new Set(refused ?? []);
    const ids = creations.filter((_creation, index) => !isRefused.has(index)).map(({ id }) => id);
    const filter = { _id: { $in: ids }, user_id: scope.accountId } as QueryFilter<Document>;
    const stored = await model.find(filter, this.relayProjection).lean<Document[]>();
    const byId = new Map<number, Document>(stored.map((document) => [document._id, document]));
    return creations.map(({ id }, index) => (isRefused.has(index) ? undefined : byId.get(id)));
  }

  /** The name of a call to the database in the log. */
  private partOf(method: string): string {
    return `${this.options.model.collection.name}.${method}`;
  }
}
