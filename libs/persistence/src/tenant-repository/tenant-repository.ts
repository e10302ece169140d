import type { QueryFilter } from 'mongoose';
import { type AccountScope, assertBeforeDeadline } from '../account-scope';
import { attemptOfDryRun } from '../dry-run';
import type { Entity, PublicRecord } from '../entity';
import { genericFilter } from '../generic-filter';
import { recordSource } from '../record-source';
import type {
  Changed,
  Creation,
  Decision,
  LoadsReferences,
  NewDocument,
  Refused,
  RepositoryOptions,
} from './repository-types';
import type { Body, TenantDocument } from '../tenant-document';
import { keyReused } from '../idempotency';
import { createDocument } from './create-document';
import { type EarlierRequest, RepeatedRequests } from './repeated-requests';
import { StoredDocuments } from './stored-documents';
import { TenantReader } from './tenant-reader';
import { DocumentUpdates } from './update-document';
import { BulkWrites, type HiddenChange } from './write-many';

/**
 * Reads and writes the documents of one collection, one account at a time. The constructor
 * registers the collection with the relay, which then publishes the events in its outboxes.
 *
 * Type parameters: `Shown` is the public record that a creation returns. `References` are the parts
 * of other records that the records show.
 */
export class TenantRepository<
  Document extends TenantDocument,
  Shown extends PublicRecord = PublicRecord,
  References = undefined,
> extends TenantReader<Document> {
  private readonly options: RepositoryOptions<Document, Shown, References>;
  private readonly documents: StoredDocuments<Document>;
  private readonly repeated: RepeatedRequests<Document, Shown>;
  private readonly updates: DocumentUpdates<Document, Shown, References>;
  private readonly bulk: BulkWrites<Document, Shown, References>;

  constructor(options: RepositoryOptions<Document, Shown, References> & LoadsReferences<Document, References>) {
    super(options);
    this.options = options;
    this.documents = new StoredDocuments(options);
    this.repeated = new RepeatedRequests(options);
    this.updates = new DocumentUpdates(options, this.documents, this.repeated);
    this.bulk = new BulkWrites(options, this.documents);
    options.relay.registerSource(recordSource(options));
  }

  /**
   * Stores a new document together with the events of its records, in one write. A request that is
   * repeated with its Idempotency-Key gets the same answer as the first attempt, even if a new
   * request would now be refused.
   * @param build makes the document. If `build` refuses the request with an ApiError, RequestProgress
   *   stores the refusal for repeated requests. Other errors are not stored.
   * @throws ApiError idempotency_key_reused; DuplicateKeyError for unique indexes that the service
   *   declared.
   */
  create(
    scope: AccountScope,
    build: () => Promise<NewDocument<Document, References>>,
  ): Promise<Creation<Document, Shown>> {
    return this.createOnce(scope, async () => {
      const created = await this.insert(scope, await build());
      if ('refused' in created) throw created.refused;
      return created;
    });
  }

  /**
   * Runs the work of a request that creates a document with `insert`. A request that is repeated
   * with its Idempotency-Key gets the same answer as the first attempt, even if the work would now
   * be refused.
   * @throws ApiError idempotency_key_reused; the errors of the work.
   */
  async createOnce(
    scope: AccountScope,
    work: () => Promise<Creation<Document, Shown>>,
  ): Promise<Creation<Document, Shown>> {
    const created = await this.repeated.findCreation(scope);
    if (created) return created;
    try {
      return await attemptOfDryRun(work);
    } catch (error) {
      // The cause of the error may be the document that an earlier attempt of this request created.
      const createdMeanwhile = await this.repeated.findCreation(scope);
      if (createdMeanwhile) return createdMeanwhile;
      throw error;
    }
  }

  /**
   * Stores a new document together with the events of its records, in one write. The same write
   * stores the request if it has an Idempotency-Key. Call this only within `createOnce`, which
   * answers repeated requests.
   * @returns the refusal if a unique index refused the write.
   */
  insert(
    scope: AccountScope,
    decision: NewDocument<Document, References>,
  ): Promise<Creation<Document, Shown> | Refused<Document>> {
    return createDocument(this.options, this.documents, scope, decision);
  }

  /**
   * Changes the matching document. Reads the document, lets `decide` compute its next state, and
   * writes this state on condition that the revision has not changed. If it has changed, starts
   * again. The filter is also part of the write's condition, so it may refer to the database's
   * clock ($$NOW). Unfinished deciding jobs (see outbox-entry.ts) of earlier writes run first,
   * because they may undo those writes, and a state that is undone must not be published.
   *
   * A request with an Idempotency-Key is stored in the same write, even if it changes nothing. All
   * later attempts of the request change nothing, and return the document in the state after that
   * write.
   * @throws ApiError not_found, precondition_failed, idempotency_key_reused; DuplicateKeyError for
   *   unique indexes that the service declared.
   */
  async update(
    scope: AccountScope,
    filter: QueryFilter<Document>,
    decide: (before: Body<Document>) => Promise<Decision<Document, References> | undefined>,
    entity: Entity<Document, PublicRecord, References> = this.options.entities[0],
  ): Promise<Body<Document>> {
    const changed = await this.change(scope, filter, decide, entity);
    if ('refused' in changed) throw changed.refused;
    return changed.document;
  }

  /**
   * Does the same as `update`, but returns a duplicate key error instead of throwing it. Also
   * returns the references of the decision.
   * @throws ApiError not_found, precondition_failed, idempotency_key_reused.
   */
  async change(
    scope: AccountScope,
    filter: QueryFilter<Document>,
    decide: (before: Body<Document>) => Promise<Decision<Document, References> | undefined>,
    entity: Entity<Document, PublicRecord, References> = this.options.entities[0],
  ): Promise<Changed<Document, References> | Refused<Document>> {
    const changed = await this.updates.change(scope, {
      filter,
      entity,
      decide: async (before) => {
        const decision = await decide(before);
        return decision && { decision };
      },
    });
    if (!('answered' in changed)) return changed;
    const earlier = this.repeated.earlierOf(scope, changed.answered);
    if (!earlier.changed) throw keyReused();
    return { document: earlier.changed };
  }

  /**
   * Does the same as `update`, but returns and stores a separate answer instead of the document.
   * Use this if the answer contains more than the document, or if a part of the document must not
   * be stored with the answered request.
   * @throws ApiError not_found, precondition_failed, idempotency_key_reused.
   */
  async updateOnce<Answer extends Record<string, unknown>>(
    scope: AccountScope,
    filter: QueryFilter<Document>,
    decide: (before: Body<Document>) => Promise<Decision<Document, References> & { answersRequest: Answer }>,
  ): Promise<Answer> {
    let answer: Answer | undefined;
    const entity = this.options.entities[0];
    const changed = await this.updates.change(scope, {
      filter,
      entity,
      decide: async (before) => {
        const decision = await decide(before);
        answer = decision.answersRequest;
        return { decision, answer };
      },
    });
    if ('refused' in changed) throw changed.refused;
    if (!('answered' in changed)) return answer!;
    const earlier = this.repeated.earlierOf(scope, changed.answered);
    if (!earlier.answer) throw keyReused();
    return earlier.answer as Answer;
  }

  /**
   * Returns what an earlier request with this Idempotency-Key did; undefined if there was none. Use
   * this in routes whose checks must not refuse a repeated request, and in routes that either create
   * or change a record.
   * @throws ApiError idempotency_key_reused.
   */
  findEarlier(scope: AccountScope): Promise<EarlierRequest<Document, Shown> | undefined> {
    return this.repeated.findEarlier(scope);
  }

  /**
   * Runs the jobs that earlier writes of a document may have left unfinished. Call this before a
   * repeated request is answered.
   * @throws the error of a deciding job (see outbox-entry.ts), such as nights_taken.
   */
  async finishJobs(scope: AccountScope, id: number): Promise<void> {
    await this.repeated.finishJobs(await this.documents.readForRelay(scope, id));
  }

  /**
   * Increases a document's revision and changes nothing else. The conditions of concurrent writes
   * then no longer hold, so these writes are computed again.
   */
  async bumpRevision(scope: AccountScope, id: number): Promise<void> {
    const key = genericFilter<Document>({ _id: id, user_id: scope.accountId });
    assertBeforeDeadline(scope);
    await this.options.model.updateOne(key, [{ $set: { revision: { $add: ['$revision', 1] } } }], {
      updatePipeline: true,
    });
  }

  /**
   * Creates many documents in one bulk write. The relay soon publishes their events and runs their
   * jobs.
   * @returns the ids of the documents that a unique index refused, or for which it is unknown
   *   whether they were created.
   */
  createMany(scope: AccountScope, decisions: readonly NewDocument<Document, References>[]): Promise<number[]> {
    return this.bulk.create(scope, decisions);
  }

  /**
   * Changes many documents in one bulk write, each on condition of its revision. A document stays
   * unchanged if it was written since it was read, or if its outbox is full. The relay soon
   * publishes the events and runs the jobs.
   * @returns the ids of the documents that were not changed, or for which this is unknown.
   */
  updateMany(
    scope: AccountScope,
    ids: readonly number[],
    decide: (before: Body<Document>) => Decision<Document, References> | undefined,
  ): Promise<number[]> {
    return this.bulk.update(scope, ids, decide);
  }

  /**
   * Changes fields that no record shows, in one bulk write. Each change requires the revision that
   * was read and increases it. A document that was written since it was read stays unchanged.
   * @returns the ids of the documents that a unique index refused.
   */
  writeHidden(scope: AccountScope, changes: readonly HiddenChange<Document>[]): Promise<number[]> {
    return this.bulk.writeHidden(scope, changes);
  }
}
