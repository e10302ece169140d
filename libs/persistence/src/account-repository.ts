import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { ApiError } from '@keyhaven/contracts/shared/errors';
import type { ProjectionType, QueryFilter } from 'mongoose';
import { type AccountScope, assertBeforeDeadline, assertVersion } from './account-scope';
import { isDuplicateKey, isDuplicateOf } from './duplicate-key';
import { type Entity, type PublicRecord, versionOf } from './entity';
import { findAnswered, forgettingChanges, keyReused, notingRequest, notNotedBy } from './idempotency';
import { MAX_BYTES, MAX_ENTRIES } from './outbox/outbox-entry';
import { spillOutbox } from './outbox/spill';
import { planChange } from './plan-change';
import { recordSource } from './record-source';
import { sendWrite, waitFor } from './request-progress';
import type {
  Creation,
  Decision,
  FindOptions,
  LoadsReferences,
  RepositoryOptions,
  Undecided,
  Updated,
} from './repository-types';
import {
  type AnsweredRequest,
  type Body,
  bodyOf,
  type TenantDocument,
  unreadFields,
  unreadForWrite,
} from './tenant-document';
import { Turns } from './turns';
import { writePipeline } from './write-pipeline';

/** How often an update is decided anew when others write the same document. */
const MAX_ATTEMPTS = 60;

/**
 * The documents of one collection, account by account. A query without an account does not compile: every method takes
 * the scope, and puts the account into the filter.
 */
export class AccountRepository<Document extends TenantDocument, References = undefined> {
  private readonly projection: ProjectionType<Document>;
  private readonly turns = new Turns();
  private readonly options: RepositoryOptions<Document, References>;

  constructor(options: RepositoryOptions<Document, References> & LoadsReferences<Document, References>) {
    this.options = options;
    this.projection = { ...unreadFields, revision: 0, ...options.hiddenFields };
    options.relay.tellsOf(recordSource(options));
  }

  /** The documents that match, lean, in their order, after skipping `skip`. */
  async find(
    scope: AccountScope,
    filter: QueryFilter<Document>,
    { limit, skip = 0, orderBy = '_id', descending = false, without = [], firstOf = [] }: FindOptions,
  ): Promise<Body<Document>[]> {
    const found = await waitFor(this.partOf('find'), () =>
      this.options.model
        .find({ ...filter, user_id: scope.accountId }, this.leavingOut(without, firstOf))
        .sort({ [orderBy]: descending ? -1 : 1 })
        .skip(skip)
        .limit(limit)
        .lean()
        .exec(),
    );
    return found as unknown as Body<Document>[];
  }

  /** The one document that matches, or undefined: another account's answers as one that does not exist. */
  async findOne(scope: AccountScope, filter: QueryFilter<Document>): Promise<Body<Document> | undefined> {
    const found = await waitFor(this.partOf('findOne'), () =>
      this.options.model
        .findOne({ ...filter, user_id: scope.accountId }, this.projection)
        .lean()
        .exec(),
    );
    return (found ?? undefined) as unknown as Body<Document> | undefined;
  }

  /** Fields of the documents that match, hidden ones too, ordered by `_id`: for the rare reader that needs them. */
  async readHidden<Field extends keyof Document & string>(
    scope: AccountScope,
    filter: QueryFilter<Document>,
    fields: readonly Field[],
    limit: number,
  ): Promise<(Pick<Document, Field> & { _id: number })[]> {
    const found = await this.options.model
      .find({ ...filter, user_id: scope.accountId }, Object.fromEntries(fields.map((field) => [field, 1])))
      .sort({ _id: 1 })
      .limit(limit)
      .lean();
    return found as unknown as (Pick<Document, Field> & { _id: number })[];
  }

  /** @throws ApiError not_found when this account has no such document. */
  async get(scope: AccountScope, filter: QueryFilter<Document>, what = this.options.noun): Promise<Body<Document>> {
    const found = await this.findOne(scope, filter);
    if (!found) throw new ApiError('not_found', `${what} with this id does not exist`);
    return found;
  }

  /**
   * Stores a new document with the events of its records, in one write. A repeated request (scope.idempotency) gets the
   * answer of the first one, whatever else stands in its way by now.
   * @param build makes the document; what it throws is the answer, and is not stored.
   * @throws ApiError idempotency_key_reused; DuplicateKeyError for the service's own unique indexes.
   */
  async create(scope: AccountScope, build: () => Promise<Decision<Document, References>>): Promise<Creation<Document>> {
    const repeated = await this.repeat(scope);
    if (repeated) return { record: repeated as PublicRecord };
    try {
      return await this.insert(scope, await build());
    } catch (error) {
      // Whatever stood in the way may be what this very request made when it came first.
      const answer = await this.repeat(scope);
      if (answer) return { record: answer as PublicRecord };
      throw error;
    }
  }

  /**
   * The document as it is now that an earlier one of this very request changed (`answersRequest`), if there was one.
   * @throws ApiError idempotency_key_reused.
   */
  async findChanged(scope: AccountScope): Promise<Body<Document> | undefined> {
    const answered = await this.findRepeated(scope);
    if (answered?.request.answer) throw keyReused();
    return answered && this.get(scope, { _id: answered.document._id });
  }

  /**
   * Changes a document as `update` does, once for all repetitions of a request (scope.idempotency): all are answered what
   * the first one's decision gave, whatever has become of the document.
   * @throws ApiError not_found, precondition_failed, idempotency_key_reused.
   */
  async updateOnce<Answer extends Record<string, unknown>>(
    scope: AccountScope,
    filter: QueryFilter<Document>,
    decide: (before: Body<Document>) => Promise<Decision<Document, References> & { answersRequest: Answer }>,
  ): Promise<Answer> {
    let answer: Answer | undefined;
    try {
      await this.update(scope, { ...filter, ...notNotedBy(scope) }, async (before) => {
        const decision = await decide(before);
        answer = decision.answersRequest;
        return decision;
      });
      return answer!;
    } catch (error) {
      const repeated = await this.repeat(scope);
      if (!repeated) throw error;
      return repeated as Answer;
    }
  }

  /** The answer of an earlier one of this very request, if there was one. @throws ApiError idempotency_key_reused. */
  private async repeat(scope: AccountScope): Promise<Record<string, unknown> | undefined> {
    const answered = await this.findRepeated(scope);
    if (!answered) return undefined;
    const { answer } = answered.request;
    if (!answer) throw keyReused();
    return answer;
  }

  /** What an earlier one of this very request wrote, after the steps that it may have left undone. */
  private async findRepeated(
    scope: AccountScope,
  ): Promise<{ request: AnsweredRequest; document: Document } | undefined> {
    const answered = await findAnswered(this.options.model, scope);
    if (answered) await this.doLeftSteps(answered.document);
    return answered;
  }

  /**
   * Does the steps that earlier writes of a document may have left undone, before a repetition of them is answered.
   * @throws what a deciding step threw.
   */
  async finishSteps(scope: AccountScope, id: number): Promise<void> {
    await this.doLeftSteps(await this.readForRelay(scope, id));
  }

  private async doLeftSteps(document: Document): Promise<void> {
    const { model, relay } = this.options;
    const hasSteps = document.outbox?.some(({ kind }) => kind === 'step') || document.outbox_spilled !== undefined;
    if (hasSteps) await relay.take(model, document, true);
  }

  /**
   * Changes the document that matches: reads it, lets `decide` make the next state, and writes that on condition that
   * nobody else wrote meanwhile; otherwise it decides anew. The filter is part of the write's condition too: one that
   * asks for the database's clock ($$NOW) is decided by it. A change of nothing writes nothing. An earlier write that a
   * step has still to decide about is decided first: nobody is told of a state that may be taken back.
   * @throws ApiError not_found, precondition_failed; DuplicateKeyError for the service's own unique indexes.
   */
  async update(
    scope: AccountScope,
    filter: QueryFilter<Document>,
    decide: (before: Body<Document>) => Promise<Decision<Document, References> | undefined>,
    entity: Entity<Document, References> = this.options.entities[0]!,
  ): Promise<Body<Document>> {
    const { model, relay } = this.options;
    const turn = JSON.stringify([scope.accountId, filter]);
    for (;;) {
      const tried = await this.turns.take(turn, () => this.tryUpdate(scope, filter, decide, entity));
      // Steps write other documents, and this one again: they wait for nobody's turn.
      if ('undecided' in tried) {
        await relay.decide(tried.key, tried.undecided);
        continue;
      }
      const { document, written } = tried;
      if (written) await relay.take(model, written.stored, written.hasSteps);
      return document;
    }
  }

  private async tryUpdate(
    scope: AccountScope,
    filter: QueryFilter<Document>,
    decide: (before: Body<Document>) => Promise<Decision<Document, References> | undefined>,
    entity: Entity<Document, References>,
  ): Promise<Updated<Document> | Undecided> {
    const { model, relay } = this.options;
    for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt++) {
      const stored = await this.readForWrite(scope, filter);
      if (!stored) throw new ApiError('not_found', `${this.options.noun} with this id does not exist`);
      const undecided = await relay.undecidedSteps(model, stored);
      if (undecided.length > 0) return { key: stored, undecided };
      const { revision } = stored;
      const before = bodyOf(stored);
      assertVersion(scope, versionOf(entity, before));
      const decision = await decide(before);
      if (!decision) return { document: before };
      const replaced = await this.replace(scope, filter, before, revision, decision);
      if (replaced) return replaced;
      await sleep(Math.random() * Math.min(2 ** attempt, 50));
    }
    throw new ApiError('unavailable', `${this.options.noun} is being changed by many at once; try again`, {
      'Retry-After': '1',
    });
  }

  private leavingOut(paths: readonly string[], firstOf: readonly string[] = []): ProjectionType<Document> {
    return {
      ...(this.projection as object),
      ...Object.fromEntries(paths.map((path) => [path, 0])),
      ...Object.fromEntries(firstOf.map((path) => [path, { $slice: 1 }])),
    };
  }

  private async insert(
    scope: AccountScope,
    { after, references, steps = [] }: Decision<Document, References>,
  ): Promise<Creation<Document>> {
    const { model, entities, relay } = this.options;
    const at = new Date();
    const by = { generation: relay.generation, isByClient: scope.isByClient === true, at };
    const planned = planChange({ entities, references, before: undefined, after, steps, revision: 1, ...by });
    const pipeline: Record<string, unknown>[] = writePipeline(undefined, after, planned, 1, relay.owner);
    if (scope.idempotency) pipeline.push(notingRequest(scope.idempotency, planned.answer ?? {}));
    assertBeforeDeadline(scope);
    // An upsert, because only an update can take the database's clock. The condition never matches what is there: a
    // repeated write finds the id taken, and what took it is what it wrote.
    const condition = { _id: after._id, user_id: scope.accountId, revision: { $exists: false } };
    const insertId = randomUUID();
    pipeline.push({ $set: { insert_id: insertId } });
    const stored = await this.write(condition, pipeline, true).catch(async (error: unknown) => {
      const holder =
        isDuplicateKey(error) && isDuplicateOf(error, '_id') ? await this.readForRelay(scope, after._id) : undefined;
      if (holder?.insert_id !== insertId) throw error;
      return holder;
    });
    if (!stored) throw new Error(`document ${after._id} was not written`);
    await relay.take(model, stored, steps.length > 0);
    const document = bodyOf(stored);
    return { record: entities[0]!.present(document, references, at), document };
  }

  /** Writes the next state on condition of the revision and of what was asked for. Answers undefined when it has to be decided anew. */
  private async replace(
    scope: AccountScope,
    filter: QueryFilter<Document>,
    before: Body<Document>,
    revision: number,
    { after, references, steps = [], answersRequest, forgetsAnswer, forgetsChange }: Decision<Document, References>,
  ): Promise<Updated<Document> | undefined> {
    const { model, entities, relay } = this.options;
    const { generation } = relay;
    const by = { generation, isByClient: scope.isByClient === true };
    const planned = planChange({ entities, references, before, after, steps, revision: revision + 1, ...by });
    const pipeline: object[] = writePipeline(before, after, planned, revision + 1, relay.owner);
    if (answersRequest && scope.idempotency) {
      const answer = answersRequest === true ? undefined : { $literal: answersRequest };
      pipeline.push(notingRequest(scope.idempotency, answer));
    }
    if (planned.entries.length === 0 && pipeline.length === 1) return { document: before };
    if (forgetsAnswer) pipeline.push({ $unset: ['idempotency'] });
    if (forgetsChange) pipeline.push(forgettingChanges());
    assertBeforeDeadline(scope);
    const key = { _id: before._id, user_id: scope.accountId };
    const hasRoom = { [`outbox.${MAX_ENTRIES - 1}`]: { $exists: false }, outbox_bytes: { $not: { $gt: MAX_BYTES } } };
    const stored = await this.write({ ...filter, ...key, revision, ...hasRoom }, pipeline, false);
    if (!stored) {
      await spillOutbox(model, key);
      return undefined;
    }
    const written = planned.entries.length > 0 ? { stored, hasSteps: steps.length > 0 } : undefined;
    return { document: bodyOf(stored), written };
  }

  /** Runs a write and answers the document after it, its outbox included; undefined when the condition did not hold. */
  private async write(condition: object, pipeline: object[], upsert: boolean): Promise<Document | undefined> {
    return sendWrite(this.partOf('write'), async () => {
      const written = await this.options.model
        .findOneAndUpdate(condition as QueryFilter<Document>, pipeline as never, {
          upsert,
          returnDocument: 'after',
          updatePipeline: true,
          projection: this.relayProjection(),
        })
        .lean();
      return (written ?? undefined) as unknown as Document | undefined;
    });
  }

  /** The name in the log of what is asked of the database. */
  private partOf(method: string): string {
    return `${this.options.model.collection.name}.${method}`;
  }

  private async readForWrite(scope: AccountScope, filter: QueryFilter<Document>): Promise<Document | undefined> {
    const projection = { ...unreadForWrite, ...this.options.hiddenFields } as ProjectionType<Document>;
    const stored = await waitFor(this.partOf('findOne'), () =>
      this.options.model
        .findOne({ ...filter, user_id: scope.accountId }, projection)
        .lean()
        .exec(),
    );
    return (stored ?? undefined) as unknown as Document | undefined;
  }

  private async readForRelay(scope: AccountScope, id: number): Promise<Document> {
    const key = { _id: id, user_id: scope.accountId } as QueryFilter<Document>;
    const stored = await this.options.model.findOne(key, this.relayProjection()).lean();
    if (!stored) throw new Error(`document ${id} is not there although it was written`);
    return stored as unknown as Document;
  }

  private relayProjection(): ProjectionType<Document> {
    return { ...this.options.hiddenFields, idempotency: 0 };
  }
}
