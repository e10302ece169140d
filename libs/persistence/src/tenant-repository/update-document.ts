import { setTimeout as sleep } from 'node:timers/promises';
import { ApiError } from '@keyhaven/contracts/shared/errors';
import type { QueryFilter } from 'mongoose';
import { type AccountScope, assertVersion } from '../account-scope';
import { isDuplicateKey } from '../duplicate-key';
import { type Entity, type PublicRecord, versionOf } from '../entity';
import { type Answered, completingAnswer, forgettingChanges, notingRequest } from '../idempotency';
import { planChange } from '../plan-change';
import { StoredRefusal } from '../request-progress';
import {
  type Changed,
  type Decided,
  referencesOf,
  type Refused,
  type RepositoryOptions,
  type Undecided,
  type Updated,
} from '../repository-types';
import { type Body, bodyOf, type TenantDocument } from '../tenant-document';
import { DocumentQueue } from '../document-queue';
import { writePipeline } from '../write-pipeline';
import { assertRecordEchoes } from './assert-record-echoes';
import type { RepeatedRequests } from './repeated-requests';
import type { StoredDocuments } from './stored-documents';

/** How often an update is decided again when other requests keep writing the same document. */
const MAX_ATTEMPTS = 60;

/** A change of the one document that matches the filter. */
interface Change<Document extends TenantDocument, References> {
  filter: QueryFilter<Document>;
  /** Returns the next state; undefined leaves the document unchanged. */
  decide: (before: Body<Document>) => Promise<Decided<Document, References> | undefined>;
  /** The record whose version If-Match names. */
  entity: Entity<Document, PublicRecord, References>;
}

/** Changes one document at a time, each on condition of its revision. */
export class DocumentUpdates<Document extends TenantDocument, Shown extends PublicRecord, References> {
  private readonly queue = new DocumentQueue();

  constructor(
    private readonly options: RepositoryOptions<Document, Shown, References>,
    private readonly documents: StoredDocuments<Document>,
    private readonly repeated: RepeatedRequests<Document, Shown>,
  ) {}

  /**
   * Changes the document, or finds the answer of an earlier request with the same key. A write that a unique index
   * refuses is returned as such.
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
          // The first attempt of this request may have written what causes the error.
          const answered = await this.repeated.find(scope);
          if (answered) return { answered };
          throw error;
        });
      // Jobs write other documents and also this one, so they run outside the queue.
      if ('undecided' in tried) {
        await relay.decide(tried.key, tried.undecided);
        continue;
      }
      if ('refused' in tried) {
        // The first attempt of this request may have made the document that the index has.
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
    { filter, decide, entity }: Change<Document, References>,
  ): Promise<Updated<Document, References> | Refused<Document> | Undecided | { answered: Answered<Document> }> {
    const { model, relay, noun } = this.options;
    for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt++) {
      const stored = await this.documents.readForWrite(scope, filter);
      const undecided = stored ? await relay.undecidedJobs(model, stored) : [];
      if (stored && undecided.length > 0) return { key: stored, undecided };
      // This read follows that of the document: from here on, a process that notes this request raises the document's
      // revision.
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
      const written = decided
        ? await this.replace(scope, filter, before, revision, decided)
        : await this.note(scope, filter, before, revision);
      if (written) return written;
      await sleep(Math.random() * Math.min(2 ** attempt, 50));
    }
    throw new ApiError('unavailable', `${noun} is being changed by many requests at the same time; try again`, {
      'Retry-After': '1',
    });
  }

  /** Writes the next state. @returns undefined when the document was changed meanwhile, so that it is decided again. */
  private async replace(
    scope: AccountScope,
    filter: QueryFilter<Document>,
    before: Body<Document>,
    revision: number,
    { decision, answer }: Decided<Document, References>,
  ): Promise<Updated<Document, References> | Refused<Document> | undefined> {
    const { after, jobs = [], forgetsAnswer, forgetsChanges, completesAnswer } = decision;
    const references = referencesOf<References>(decision);
    const { entities, relay } = this.options;
    const by = { generation: relay.generation, isByClient: scope.isByClient === true };
    const planned = planChange({ entities, references, before, after, jobs, revision: revision + 1, ...by });
    const pipeline: object[] = writePipeline(before, after, planned, revision + 1, relay.owner);
    const changesNothing = planned.entries.length === 0 && pipeline.length === 1;
    if (changesNothing && !scope.idempotency && !forgetsChanges) return { document: before, references };
    if (forgetsAnswer) pipeline.push({ $unset: ['idempotency', 'idempotency_bytes'] });
    if (completesAnswer && planned.answer) pipeline.push(completingAnswer(planned.answer));
    if (forgetsChanges) pipeline.push(forgettingChanges(forgetsChanges));
    if (scope.idempotency) {
      const kept = this.repeated.answerToKeep(scope, after, planned.clockPaths, answer);
      pipeline.push(notingRequest(scope.idempotency, kept));
    }
    try {
      const stored = await this.documents.writeIfUnchanged(scope, filter, before._id, revision, pipeline);
      if (!stored) return undefined;
      const written = planned.entries.length > 0 ? { stored, hasJobs: jobs.length > 0 } : undefined;
      return { document: bodyOf(stored), references, written };
    } catch (error) {
      if (isDuplicateKey(error)) return { refused: error, after };
      throw error;
    }
  }

  /** Notes a request that changes nothing, on the same conditions. */
  private async note(
    scope: AccountScope,
    filter: QueryFilter<Document>,
    before: Body<Document>,
    revision: number,
  ): Promise<Updated<Document, References> | undefined> {
    const pipeline = [
      { $set: { revision: { $literal: revision + 1 } } },
      notingRequest(scope.idempotency!, this.repeated.answerToKeep(scope, before, [])),
    ];
    const stored = await this.documents.writeIfUnchanged(scope, filter, before._id, revision, pipeline);
    return stored && { document: bodyOf(stored) };
  }
}
