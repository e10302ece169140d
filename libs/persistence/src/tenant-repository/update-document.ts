import { setTimeout as sleep } from 'node:timers/promises';
import { ApiError } from '@keyhaven/contracts/shared/errors';
import type { QueryFilter } from 'mongoose';
import { type AccountScope, assertVersion } from '../account-scope';
import { attemptOfDryRun, isDryRun } from '../dry-run';
import { isDuplicateKey } from '../duplicate-key';
import { type Entity, type PublicRecord, versionOf } from '../entity';
import { type Answered, completingAnswer, forgettingChanges, requestStage } from '../idempotency';
import { entryIdsOf, planChange } from '../plan-change';
import { StoredRefusal } from '../request-progress';
import {
  type Changed,
  type Decided,
  referencesOf,
  type Refused,
  type RepositoryOptions,
  type Undecided,
  type Updated,
} from './repository-types';
import { type Body, bodyOf, type TenantDocument } from '../tenant-document';
import { DocumentQueue } from '../document-queue';
import { writePipeline } from '../write-pipeline';
import { assertRecordEchoes } from './assert-record-echoes';
import { evaluateUpdate } from './evaluate-writes';
import type { RepeatedRequests } from './repeated-requests';
import type { StoredDocuments } from './stored-documents';

/**
 * The maximum number of attempts of an update, if other requests keep writing the same document.
 */
const MAX_ATTEMPTS = 60;

/** A change of the document that matches `filter`. */
interface Change<Document extends TenantDocument, References> {
  filter: QueryFilter<Document>;
  /** Returns the next state, or undefined to leave the document unchanged. */
  decide: (before: Body<Document>) => Promise<Decided<Document, References> | undefined>;
  /** The record whose version must match If-Match. */
  entity: Entity<Document, PublicRecord, References>;
}

/** The result of an attempt: the change, or the reason why nothing was changed. */
type Attempted<Document extends TenantDocument, References> =
  Updated<Document, References> | Refused<Document> | Undecided | { answered: Answered<Document> };

/**
 * Changes one document at a time, on condition of its revision. A dry run computes the change but
 * writes nothing and runs no jobs.
 */
export class DocumentUpdates<Document extends TenantDocument, Shown extends PublicRecord, References> {
  private readonly queue = new DocumentQueue();

  constructor(
    private readonly options: RepositoryOptions<Document, Shown, References>,
    private readonly documents: StoredDocuments<Document>,
    private readonly repeated: RepeatedRequests<Document, Shown>,
  ) {}

  /**
   * Changes the document, or finds the answer of an earlier request with the same key. A duplicate key error is
   * returned, not thrown.
   */
  async change(
    scope: AccountScope,
    change: Change<Document, References>,
  ): Promise<Changed<Document, References> | Refused<Document> | { answered: Answered<Document> }> {
    const { model, relay } = this.options;
    const key = JSON.stringify([scope.accountId, change.filter]);
    for (;;) {
      const tried = await this.queue
        .take(key, () => this.tryUpdate(scope, change))
        .catch(async (error: unknown) => {
          if (error instanceof StoredRefusal) throw error;
          // The cause of the error may be something that an earlier attempt of this request wrote.
          const answered = await this.repeated.find(scope);
          if (answered) return { answered };
          throw error;
        });
      // Jobs may write this document too, so running them within the queue would block them
      // forever.
      if ('undecided' in tried) {
        await relay.decide(tried.key, tried.undecided);
        continue;
      }
      if ('refused' in tried) {
        // The document that already has the value may have been stored by an earlier attempt of
        // this request.
        const answered = await this.repeated.findFinished(scope);
        return answered ? { answered } : tried;
      }
      if ('answered' in tried) {
        if (tried.answered.document) await this.repeated.finishJobs(tried.answered.document);
        return tried;
      }
      const { written, ...changed } = tried;
      if (written) await relay.take(model, written.stored, written.hasJobs);
      return changed;
    }
  }

  private async tryUpdate(
    scope: AccountScope,
    change: Change<Document, References>,
  ): Promise<Attempted<Document, References>> {
    for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt++) {
      const tried = await attemptOfDryRun(
        () => this.tryOnce(scope, change),
        // A dry run keeps the documents of an attempt only if it succeeded. Otherwise the change may be
        // computed again: by this loop after another write, or by the caller after a unique index refused
        // the attempt.
        (result) => result !== undefined && !('refused' in result),
      );
      if (tried) return tried;
      await sleep(Math.random() * Math.min(2 ** attempt, 50));
    }
    const { noun } = this.options;
    throw new ApiError('unavailable', `${noun} is being changed by many requests at the same time; try again`, {
      'Retry-After': '1',
    });
  }

  /**
   * Makes one attempt: reads the document, computes its next state and writes it. @returns
   * undefined if another write came between the read and the write.
   */
  private async tryOnce(
    scope: AccountScope,
    { filter, decide, entity }: Change<Document, References>,
  ): Promise<Attempted<Document, References> | undefined> {
    const { model, relay, noun } = this.options;
    const stored = await this.documents.readForWrite(scope, filter);
    // A dry run cannot run jobs, so it assumes that unfinished jobs will not undo anything.
    const undecided = stored && !isDryRun() ? await relay.undecidedJobs(model, stored) : [];
    if (stored && undecided.length > 0) return { key: stored, undecided };
    // Look for an earlier attempt only after reading the document. If an attempt is stored after
    // this search, it increases the revision, so the condition of the write below does not hold.
    const answered = await this.repeated.find(scope);
    if (answered) return { answered };
    if (!stored) throw new ApiError('not_found', `${noun} with this id does not exist`);
    const { revision } = stored;
    const before = bodyOf(stored);
    assertVersion(scope, versionOf(entity, before));
    const decided = await decide(before);
    const states = decided ? [before, decided.decision.after] : [before];
    const references = decided && referencesOf<References>(decided.decision);
    await assertRecordEchoes(this.options, scope, states, references);
    if (!decided && !scope.idempotency) return { document: before };
    return decided
      ? this.replace(scope, filter, before, revision, decided)
      : this.storeRequest(scope, filter, before, revision);
  }

  /**
   * Writes the next state. @returns undefined if the document was changed since it was read. The
   * caller then decides again.
   */
  private async replace(
    scope: AccountScope,
    filter: QueryFilter<Document>,
    before: Body<Document>,
    revision: number,
    { decision, answer }: Decided<Document, References>,
  ): Promise<Updated<Document, References> | Refused<Document> | undefined> {
    const { after, jobs = [], bumpsRevision, forgetsAnswer, forgetsChanges, completesAnswer } = decision;
    const references = referencesOf<References>(decision);
    const { entities, relay } = this.options;
    const by = { generation: relay.generation, isByClient: scope.isByClient === true };
    const planned = planChange({ entities, references, before, after, jobs, revision: revision + 1, ...by });
    const pipeline: object[] = writePipeline(before, after, planned, revision + 1, relay.owner);
    const changesNothing = planned.entries.length === 0 && pipeline.length === 1;
    if (changesNothing && !bumpsRevision && !scope.idempotency && !forgetsChanges)
      return { document: before, references };
    if (forgetsAnswer) pipeline.push({ $unset: ['idempotency', 'idempotency_bytes'] });
    if (completesAnswer && planned.answer) pipeline.push(completingAnswer(planned.answer));
    if (forgetsChanges) pipeline.push(forgettingChanges(forgetsChanges));
    if (scope.idempotency) {
      const kept = this.repeated.answerToKeep(scope, after, planned.clockPaths, answer);
      pipeline.push(requestStage(scope.idempotency, kept));
    }
    try {
      if (isDryRun()) {
        const condition = { ...filter, _id: before._id, user_id: scope.accountId, revision };
        const evaluated = await evaluateUpdate(this.options.model, condition, pipeline, before);
        return evaluated && { document: bodyOf(evaluated), references };
      }
      const stored = await this.documents.writeIfUnchanged(scope, filter, {
        ...{ id: before._id, revision: revision + 1 },
        ...{ pipeline, entryIds: entryIdsOf(planned) },
      });
      if (!stored) return undefined;
      const written = planned.entries.length > 0 ? { stored, hasJobs: jobs.length > 0 } : undefined;
      return { document: bodyOf(stored), references, written };
    } catch (error) {
      if (isDuplicateKey(error)) return { refused: error, after };
      throw error;
    }
  }

  /** Stores a request that changes nothing, on condition that the revision is unchanged. */
  private async storeRequest(
    scope: AccountScope,
    filter: QueryFilter<Document>,
    before: Body<Document>,
    revision: number,
  ): Promise<Updated<Document, References> | undefined> {
    const pipeline = [
      { $set: { revision: { $literal: revision + 1 } } },
      requestStage(scope.idempotency!, this.repeated.answerToKeep(scope, before, [])),
    ];
    const stored = await this.documents.writeIfUnchanged(scope, filter, {
      ...{ id: before._id, revision: revision + 1 },
      ...{ pipeline, entryIds: [] },
    });
    return stored && { document: bodyOf(stored) };
  }
}
