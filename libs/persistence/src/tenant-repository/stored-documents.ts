import type { QueryFilter } from 'mongoose';
import { type AccountScope, assertBeforeDeadline } from '../account-scope';
import { GatheredReads } from '../gathered-reads';
import { Gathering } from '../gathering';
import { hasRoomForRequest, moveAnswers } from '../idempotency';
import { MAX_BYTES, MAX_ENTRIES } from '../outbox-entry';
import { spillOutbox } from '../outbox/spill';
import { isRecord } from '../refused-requests';
import type { ReaderOptions } from './repository-types';
import { isRepeatable } from '../repeatable-work';
import { sendWrite, waitFor } from '../request-progress';
import { readOneStored } from '../stored-reads';
import { type TenantDocument, unreadForWrite } from '../tenant-document';
import { type DocumentWrite, writeTogether, type WriteOutcome } from './write-together';

/** The condition under which a write may append to the outbox: the outbox has room. */
export const hasRoomInOutbox = {
  [`outbox.${MAX_ENTRIES - 1}`]: { $exists: false },
  outbox_bytes: { $not: { $gt: MAX_BYTES } },
};

/** Reads and writes single documents as they are stored, including revision and outbox. */
export class StoredDocuments<Document extends TenantDocument> {
  /** Excludes fields that the relay does not need. */
  readonly relayProjection: Record<string, 0>;
  /**
   * Excludes what is not needed to compute a write: hidden fields, the events in the outbox, and
   * answered requests. The jobs in the outbox are read.
   */
  readonly writeProjection: Record<string, 0>;

  private readonly single: GatheredReads<Document>;
  private readonly repeatable = new Gathering();

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
   * Changes a document if it has the expected revision, matches the filter, and has room for the
   * outbox entries and the request. If the document has no room, this method makes room for the
   * next attempt.
   * @param change `revision` is the revision after the change.
   * @returns the document after the change; undefined if the condition did not hold.
   */
  async writeIfUnchanged(
    scope: AccountScope,
    filter: QueryFilter<Document>,
    change: Pick<DocumentWrite, 'id' | 'pipeline' | 'revision' | 'entryIds'>,
  ): Promise<Document | undefined> {
    assertBeforeDeadline(scope);
    const { model } = this.options;
    const key = { _id: change.id, user_id: scope.accountId };
    const revision = change.revision - 1;
    const hasRoom = { ...hasRoomInOutbox, ...(scope.idempotency ? hasRoomForRequest : {}) };
    const stored = await this.write(scope, {
      ...change,
      condition: { ...filter, ...key, revision, ...hasRoom },
      upsert: false,
    });
    if (!stored) {
      await spillOutbox(model, key);
      if (scope.idempotency) await moveAnswers(model, key, revision);
    }
    return stored;
  }

  /**
   * Writes a document. The writes of jobs and consumers in the same turn of the event loop are sent
   * as one bulk write.
   * @returns the document with its outbox, without the entries of later writes. Undefined if the
   *   condition did not hold, or if it is unknown whether the write of a job or consumer was carried
   *   out.
   * @throws DuplicateKeyError if a unique index refuses the write.
   */
  async write(scope: AccountScope, write: DocumentWrite): Promise<Document | undefined> {
    const maySucceedTwice = isRepeatable() && !scope.idempotency;
    return sendWrite(this.partOf('write'), async () => {
      if (!maySucceedTwice) return this.writeAlone(write);
      const outcome = await this.repeatable.gather(String(scope.accountId), write, (writes: readonly DocumentWrite[]) =>
        this.writeAll(scope.accountId, writes),
      );
      if (outcome.kind === 'failed') {
        // The error of a bulk write does not name the violated index. Check the deadline again,
        // because the bulk write may have taken long.
        assertBeforeDeadline(scope);
        return this.writeAlone(write);
      }
      return documentOf(outcome);
    });
  }

  private async writeAll(userId: number, writes: readonly DocumentWrite[]): Promise<WriteOutcome<Document>[]> {
    if (writes.length > 1) return writeTogether(this.options.model, userId, this.relayProjection, writes);
    const document = await this.writeAlone(writes[0]!);
    return [document ? { kind: 'written', document } : { kind: 'unknown' }];
  }

  private async writeAlone({ condition, pipeline, upsert }: DocumentWrite): Promise<Document | undefined> {
    const written = await this.options.model.collection.findOneAndUpdate(condition, pipeline, {
      upsert,
      returnDocument: 'after',
      projection: this.relayProjection,
    });
    return (written as Document | null) ?? undefined;
  }

  get collection(): string {
    return this.options.model.collection.name;
  }

  /**
   * Creates documents in one bulk write.
   * @returns the stored documents with their outboxes, in the order of `creations`; undefined for
   *   documents that a unique index refused or whose outcome is unknown.
   */
  async createTogether(
    { accountId }: AccountScope,
    creations: readonly DocumentWrite[],
  ): Promise<(Document | undefined)[]> {
    const { model } = this.options;
    const outcomes = await sendWrite(this.partOf('createTogether'), () =>
      writeTogether(model, accountId, this.relayProjection, creations),
    );
    return outcomes!.map(documentOf);
  }

  /** The name of this database call in the log. */
  private partOf(method: string): string {
    return `${this.options.model.collection.name}.${method}`;
  }
}

function documentOf<Document extends TenantDocument>(outcome: WriteOutcome<Document>): Document | undefined {
  return outcome.kind === 'written' ? outcome.document : undefined;
}
