import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { ApiError } from '@keyhaven/contracts/shared/errors';
import type { ProjectionType, QueryFilter } from 'mongoose';
import { type AccountScope, assertBeforeDeadline, assertEchoes, assertVersion } from '../account-scope';
import { isDuplicateKey, isDuplicateOf, refusedOf } from '../duplicate-key';
import { type Entity, type PublicRecord, versionOf } from '../entity';
import {
  type Answered,
  completingAnswer,
  findAnswered,
  forgettingChanges,
  hasRoomToNote,
  type KeptAnswer,
  keyReused,
  moveAnswers,
  notingRequest,
} from '../idempotency';
import { MAX_BYTES, MAX_ENTRIES } from '../outbox/outbox-entry';
import { spillOutbox } from '../outbox/spill';
import { type PlannedChange, planChange } from '../plan-change';
import { recordSource } from '../record-source';
import { isRecord } from '../refused-requests';
import { sendWrite, waitFor } from '../request-progress';
import type {
  Creation,
  Decision,
  FindOptions,
  LoadsReferences,
  RepositoryOptions,
  Undecided,
  Updated,
} from '../repository-types';
import {
  type AnsweredRequest,
  type Body,
  bodyOf,
  type TenantDocument,
  unreadFields,
  unreadForWrite,
} from '../tenant-document';
import { DocumentQueue } from '../document-queue';
import { writePipeline } from '../write-pipeline';

type Decide<Document extends TenantDocument, References> = (
  before: Body<Document>,
) => Promise<(Decision<Document, References> & { answersRequest?: Record<string, unknown> }) | undefined>;

/** The part of a write's condition that holds while the outbox has room for what the write tells. */
const hasRoomInOutbox = {
  [`outbox.${MAX_ENTRIES - 1}`]: { $exists: false },
  outbox_bytes: { $not: { $gt: MAX_BYTES } },
};

/** One of many writes that go in bulk. */
interface WriteOfMany {
  id: number;
  condition: Record<string, unknown>;
  update: object[];
  upsert: boolean;
  /** The entries that it adds to the outbox: they tell afterwards that it was made. */
  entryIds: string[];
}

function idsOf({ entries }: PlannedChange): string[] {
  return entries.map(({ id }) => id as string);
}

/** How often an update is decided anew when others write the same document. */
const MAX_ATTEMPTS = 60;

/**
 * The documents of one collection, account by account. A query without an account does not compile: every method takes
 * the scope, and puts the account into the filter.
 */
export class TenantRepository<Document extends TenantDocument, References = undefined> {
  private readonly projection: ProjectionType<Document>;
  private readonly queue = new DocumentQueue();
  private readonly options: RepositoryOptions<Document, References>;

  constructor(options: RepositoryOptions<Document, References> & LoadsReferences<Document, References>) {
    this.options = options;
    this.projection = { ...unreadFields, revision: 0, ...options.hiddenFields };
    options.relay.registerSource(recordSource(options));
  }

  /** The documents that match, lean, in their order, after skipping `skip`. */
  async find(
    scope: AccountScope,
    filter: QueryFilter<Document>,
    { limit, skip = 0, orderBy = '_id', descending = false, without = [], firstOf = [] }: FindOptions,
  ): Promise<Body<Document>[]> {
    const found = await waitFor(this.partOf('find'), () =>
      this.options.model
        .find({ ...isRecord, ...filter, user_id: scope.accountId }, this.leavingOut(without, firstOf))
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
        .findOne({ ...isRecord, ...filter, user_id: scope.accountId }, this.projection)
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
      .find({ ...isRecord, ...filter, user_id: scope.accountId }, Object.fromEntries(fields.map((field) => [field, 1])))
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
   * What an earlier one of this very request made of a document, if there was one.
   * @throws ApiError idempotency_key_reused.
   */
  async findChanged(scope: AccountScope): Promise<Body<Document> | undefined> {
    const answered = await this.findRepeated(scope);
    return answered && changedBody(answered);
  }

  /**
   * The record that an earlier one of this very request made, if one did: for routes that change what is there and make
   * what is not.
   * @throws ApiError idempotency_key_reused.
   */
  async findMade(scope: AccountScope): Promise<PublicRecord | undefined> {
    const answered = await this.findRepeated(scope);
    return answered?.request.record as PublicRecord | undefined;
  }

  /**
   * Changes a document as `update` does, and notes an answer with the change in place of what it made of the document: for
   * answers that are more than the document, or that must not be kept as a whole.
   * @throws ApiError not_found, precondition_failed, idempotency_key_reused.
   */
  async updateOnce<Answer extends Record<string, unknown>>(
    scope: AccountScope,
    filter: QueryFilter<Document>,
    decide: (before: Body<Document>) => Promise<Decision<Document, References> & { answersRequest: Answer }>,
  ): Promise<Answer> {
    let answer: Answer | undefined;
    const changed = await this.change(
      scope,
      filter,
      async (before) => {
        const decision = await decide(before);
        answer = decision.answersRequest;
        return decision;
      },
      this.options.entities[0]!,
    );
    if (!('answered' in changed)) return answer!;
    return notedAnswer(changed.answered) as Answer;
  }

  /**
   * What an earlier one of this very request was answered, where updateOnce noted an answer.
   * @throws ApiError idempotency_key_reused.
   */
  async findAnswer<Answer extends Record<string, unknown>>(scope: AccountScope): Promise<Answer | undefined> {
    const answered = await this.findRepeated(scope);
    return answered && (notedAnswer(answered) as Answer);
  }

  /** The record that an earlier one of this very request made. @throws ApiError idempotency_key_reused when it made none. */
  private async repeat(scope: AccountScope): Promise<Record<string, unknown> | undefined> {
    const answered = await this.findRepeated(scope);
    if (!answered) return undefined;
    if (!answered.request.record) throw keyReused();
    return answered.request.record;
  }

  /** What an earlier one of this very request wrote, after the steps that it may have left undone. */
  private async findRepeated(scope: AccountScope): Promise<Answered<Document> | undefined> {
    const answered = await findAnswered(this.options.model, scope);
    if (answered?.document) await this.doLeftJobs(answered.document);
    return answered;
  }

  /**
   * Does the steps that earlier writes of a document may have left undone, before a repetition of them is answered.
   * @throws what a deciding step threw.
   */
  async finishJobs(scope: AccountScope, id: number): Promise<void> {
    await this.doLeftJobs(await this.readForRelay(scope, id));
  }

  private async doLeftJobs(document: Document): Promise<void> {
    const { model, relay } = this.options;
    const hasJobs = document.outbox?.some(({ kind }) => kind === 'job') || document.outbox_spilled !== undefined;
    if (hasJobs) await relay.take(model, document, true);
  }

  /**
   * Changes the document that matches: reads it, lets `decide` make the next state, and writes that on condition that
   * nobody else wrote meanwhile; otherwise it decides anew. The filter is part of the write's condition too: one that
   * asks for the database's clock ($$NOW) is decided by it. A change of nothing writes nothing. An earlier write that a
   * step has still to decide about is decided first: nobody is told of a state that may be taken back.
   *
   * A request that can be repeated (scope.idempotency) is noted in the same write, also when it changes nothing. A
   * repetition, and a first attempt that comes after its repetition, change nothing and get what the noted one made of
   * the document, whatever became of it since.
   * @throws ApiError not_found, precondition_failed, idempotency_key_reused; DuplicateKeyError for the service's own
   * unique indexes.
   */
  async update(
    scope: AccountScope,
    filter: QueryFilter<Document>,
    decide: (before: Body<Document>) => Promise<Decision<Document, References> | undefined>,
    entity: Entity<Document, References> = this.options.entities[0]!,
  ): Promise<Body<Document>> {
    const changed = await this.change(scope, filter, decide, entity);
    return 'answered' in changed ? changedBody(changed.answered) : changed.document;
  }

  private async change(
    scope: AccountScope,
    filter: QueryFilter<Document>,
    decide: Decide<Document, References>,
    entity: Entity<Document, References>,
  ): Promise<{ document: Body<Document> } | { answered: Answered<Document> }> {
    const { model, relay } = this.options;
    const turn = JSON.stringify([scope.accountId, filter]);
    for (;;) {
      const tried = await this.queue
        .take(turn, () => this.tryUpdate(scope, filter, decide, entity))
        .catch(async (error: unknown) => {
          // Whatever stood in the way may be what this very request wrote when it came first.
          const answered = await findAnswered(model, scope);
          if (answered) return { answered };
          throw error;
        });
      // Steps write other documents, and this one again: they wait for nobody's turn.
      if ('undecided' in tried) {
        await relay.decide(tried.key, tried.undecided);
        continue;
      }
      if ('answered' in tried) {
        if (tried.answered.document) await this.doLeftJobs(tried.answered.document);
        return tried;
      }
      const { document, written } = tried;
      if (written) await relay.take(model, written.stored, written.hasJobs);
      return { document };
    }
  }

  private async tryUpdate(
    scope: AccountScope,
    filter: QueryFilter<Document>,
    decide: Decide<Document, References>,
    entity: Entity<Document, References>,
  ): Promise<Updated<Document> | Undecided | { answered: Answered<Document> }> {
    const { model, relay } = this.options;
    for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt++) {
      const stored = await this.readForWrite(scope, filter);
      const undecided = stored ? await relay.undecidedJobs(model, stored) : [];
      if (stored && undecided.length > 0) return { key: stored, undecided };
      // After the document was read: a process that notes this request from here on raises the revision.
      const answered = await findAnswered(model, scope);
      if (answered) return { answered };
      if (!stored) throw new ApiError('not_found', `${this.options.noun} with this id does not exist`);
      const { revision } = stored;
      const before = bodyOf(stored);
      assertVersion(scope, versionOf(entity, before));
      const decision = await decide(before);
      await this.assertEchoes(scope, decision ? [before, decision.after] : [before], decision?.references);
      if (!decision && !scope.idempotency) return { document: before };
      const written = decision
        ? await this.replace(scope, filter, before, revision, decision)
        : await this.note(scope, filter, before, revision);
      if (written) return written;
      await sleep(Math.random() * Math.min(2 ** attempt, 50));
    }
    throw new ApiError('unavailable', `${this.options.noun} is being changed by many at once; try again`, {
      'Retry-After': '1',
    });
  }

  /** Raises a document's revision and changes nothing else: writes that were decided on the present one are decided again. */
  async raiseRevision(scope: AccountScope, id: number): Promise<void> {
    const key = { _id: id, user_id: scope.accountId } as QueryFilter<Document>;
    assertBeforeDeadline(scope);
    await this.options.model.updateOne(key, [{ $set: { revision: { $add: ['$revision', 1] } } }] as never, {
      updatePipeline: true,
    });
  }

  /**
   * Makes many documents in one bulk write. The relay publishes their events and runs their steps soon after.
   * @returns the ids of those that were not written, as a unique index refused them.
   */
  async createMany(scope: AccountScope, decisions: readonly Decision<Document, References>[]): Promise<number[]> {
    const { entities, relay } = this.options;
    const by = { generation: relay.generation, isByClient: scope.isByClient === true };
    return this.writeAll(
      scope,
      decisions.map(({ after, references, jobs = [] }) => {
        const planned = planChange({ entities, references, before: undefined, after, jobs, revision: 1, ...by });
        return {
          id: after._id,
          condition: { revision: { $exists: false } },
          update: writePipeline(undefined, after, planned, 1, relay.owner),
          upsert: true,
          entryIds: idsOf(planned),
        };
      }),
    );
  }

  /**
   * Changes many documents in one bulk write, each on condition of its revision. One that was written meanwhile, or has no
   * room in its outbox, is left as it is. The relay publishes their events and runs their steps soon after.
   * @returns the ids of those that were left as they are; when there are some, also of those of which that is not known.
   */
  async updateMany(
    scope: AccountScope,
    ids: readonly number[],
    decide: (before: Body<Document>) => Decision<Document, References> | undefined,
  ): Promise<number[]> {
    const { model, entities, relay, hiddenFields } = this.options;
    const filter = { _id: { $in: [...ids] }, user_id: scope.accountId } as QueryFilter<Document>;
    const projection = { ...unreadForWrite, ...hiddenFields } as ProjectionType<Document>;
    const found = (await model.find(filter, projection).lean()) as unknown as Document[];
    const by = { generation: relay.generation, isByClient: scope.isByClient === true };
    const writes: WriteOfMany[] = [];
    for (const stored of found) {
      const before = bodyOf(stored);
      const decision = decide(before);
      if (!decision) continue;
      const { after, references, jobs = [] } = decision;
      const revision = stored.revision + 1;
      const planned = planChange({ entities, references, before, after, jobs, revision, ...by });
      writes.push({
        id: stored._id,
        condition: { revision: stored.revision, ...hasRoomInOutbox },
        update: writePipeline(before, after, planned, revision, relay.owner),
        upsert: false,
        entryIds: idsOf(planned),
      });
    }
    return this.writeAll(scope, writes);
  }

  /** Writes in bulk, hands what was written to the relay, and answers the ids of what was not, or may not have been. */
  private async writeAll(scope: AccountScope, writes: readonly WriteOfMany[]): Promise<number[]> {
    if (writes.length === 0) return [];
    const { model, relay } = this.options;
    assertBeforeDeadline(scope);
    const operations = writes.map(({ id, condition, update, upsert }) => ({
      updateOne: { filter: { ...condition, _id: id, user_id: scope.accountId }, update, upsert },
    }));
    let made = 0;
    const writing = model.bulkWrite(operations, { ordered: false, strict: false });
    await refusedOf(writing.then(({ matchedCount, upsertedCount }) => (made = matchedCount + upsertedCount)));
    const ids = writes.map(({ id }) => id);
    const own = { _id: { $in: ids }, user_id: scope.accountId, outbox_owner: relay.owner } as QueryFilter<Document>;
    const written = (await model.find(own, this.relayProjection()).lean()) as unknown as Document[];
    for (const stored of written) await relay.take(model, stored, false);
    if (made === writes.length) return [];
    const stored = new Set(written.flatMap(({ outbox = [] }) => outbox.map((entry) => entry.id)));
    return writes.filter(({ entryIds }) => !entryIds.some((id) => stored.has(id))).map(({ id }) => id);
  }

  /**
   * Changes fields of documents that no record shows, in one bulk write, each on condition of its revision, which rises.
   * A document that was written meanwhile is left as it is.
   * @returns the ids of the documents that a unique index refused.
   */
  async writeHidden(
    scope: AccountScope,
    changes: readonly { id: number; revision: number; fields: Partial<Record<keyof Document & string, unknown>> }[],
  ): Promise<number[]> {
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

  private leavingOut(paths: readonly string[], firstOf: readonly string[] = []): ProjectionType<Document> {
    return {
      ...(this.projection as object),
      ...Object.fromEntries(paths.map((path) => [path, 0])),
      ...Object.fromEntries(firstOf.map((path) => [path, { $slice: 1 }])),
    };
  }

  private async insert(
    scope: AccountScope,
    { after, references, jobs = [] }: Decision<Document, References>,
  ): Promise<Creation<Document>> {
    const { model, entities, relay } = this.options;
    await this.assertEchoes(scope, [after], references);
    const at = new Date();
    const by = { generation: relay.generation, isByClient: scope.isByClient === true, at };
    const planned = planChange({ entities, references, before: undefined, after, jobs, revision: 1, ...by });
    const pipeline: Record<string, unknown>[] = writePipeline(undefined, after, planned, 1, relay.owner);
    if (scope.idempotency) {
      pipeline.push(notingRequest(scope.idempotency, { kept: { record: planned.answer ?? {} }, bytes: 0 }));
    }
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
    await relay.take(model, stored, jobs.length > 0);
    const document = bodyOf(stored);
    return { record: entities[0]!.present(document, references, at), document };
  }

  /** @throws ApiError bad_request that names the fields that ask for what only the server decides. */
  private async assertEchoes(
    scope: AccountScope,
    bodies: readonly Body<Document>[],
    decided: References | undefined,
  ): Promise<void> {
    if (!scope.echoes?.length) return;
    const [entity] = this.options.entities;
    const at = new Date();
    // Without a loader the records show nothing of others: `References` is undefined.
    const references = decided ?? (await this.options.loadReferences?.(scope, bodies));
    const records = bodies.map((body) => ({
      version: versionOf(entity!, body),
      ...entity!.present(body, references as References, at),
    }));
    assertEchoes(scope, records);
  }

  /** Writes the next state on condition of the revision and of what was asked for. Answers undefined when it has to be decided anew. */
  private async replace(
    scope: AccountScope,
    filter: QueryFilter<Document>,
    before: Body<Document>,
    revision: number,
    decision: Decision<Document, References> & { answersRequest?: Record<string, unknown> },
  ): Promise<Updated<Document> | undefined> {
    const { after, references, jobs = [], answersRequest, forgetsAnswer, forgetsChanges, completesAnswer } = decision;
    const { entities, relay } = this.options;
    const by = { generation: relay.generation, isByClient: scope.isByClient === true };
    const planned = planChange({ entities, references, before, after, jobs, revision: revision + 1, ...by });
    const pipeline: object[] = writePipeline(before, after, planned, revision + 1, relay.owner);
    const changesNothing = planned.entries.length === 0 && pipeline.length === 1;
    if (changesNothing && !scope.idempotency && !forgetsChanges) return { document: before };
    if (forgetsAnswer) pipeline.push({ $unset: ['idempotency', 'idempotency_bytes'] });
    if (completesAnswer && planned.answer) pipeline.push(completingAnswer(planned.answer));
    if (forgetsChanges) pipeline.push(forgettingChanges(forgetsChanges));
    if (scope.idempotency)
      pipeline.push(notingRequest(scope.idempotency, this.keptAnswer(after, planned.clockPaths, answersRequest)));
    const stored = await this.writeIfUnchanged(scope, filter, before, revision, pipeline);
    if (!stored) return undefined;
    const written = planned.entries.length > 0 ? { stored, hasJobs: jobs.length > 0 } : undefined;
    return { document: bodyOf(stored), written };
  }

  /** Notes a request that changes nothing, on the same conditions. */
  private async note(
    scope: AccountScope,
    filter: QueryFilter<Document>,
    before: Body<Document>,
    revision: number,
  ): Promise<Updated<Document> | undefined> {
    const pipeline = [
      { $set: { revision: { $literal: revision + 1 } } },
      notingRequest(scope.idempotency!, this.keptAnswer(before, [])),
    ];
    const stored = await this.writeIfUnchanged(scope, filter, before, revision, pipeline);
    return stored && { document: bodyOf(stored) };
  }

  /** What repetitions of a change are answered from: the answer that was given, or what the document is after the write. */
  private keptAnswer(after: Body<Document>, stamped: readonly string[], answer?: Record<string, unknown>): KeptAnswer {
    if (answer) return { kept: { answer: { $literal: answer } }, bytes: JSON.stringify(answer).length };
    const { hiddenFields = {} } = this.options;
    // Times that the write sets may be of fields that the document did not have.
    const fields = new Set([...Object.keys(after), ...stamped.map((path) => path.split('.')[0]!)]);
    const shown = [...fields].filter((field) => !(field in hiddenFields));
    const body = Object.fromEntries(shown.map((field) => [field, `$${field}`]));
    return { kept: { body }, bytes: Buffer.byteLength(JSON.stringify(after)) };
  }

  /** Writes on condition of the revision, of what was asked for, and that the document has room for what is added to it. */
  private async writeIfUnchanged(
    scope: AccountScope,
    filter: QueryFilter<Document>,
    { _id }: Body<Document>,
    revision: number,
    pipeline: object[],
  ): Promise<Document | undefined> {
    assertBeforeDeadline(scope);
    const key = { _id, user_id: scope.accountId };
    const hasRoom = { ...hasRoomInOutbox, ...(scope.idempotency ? hasRoomToNote : {}) };
    const stored = await this.write({ ...filter, ...key, revision, ...hasRoom }, pipeline, false);
    if (!stored) {
      await spillOutbox(this.options.model, key);
      if (scope.idempotency) await moveAnswers(this.options.model, key, revision);
    }
    return stored;
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
        .findOne({ ...isRecord, ...filter, user_id: scope.accountId }, projection)
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

/** The answer that was noted with a request. @throws ApiError idempotency_key_reused when none was. */
function notedAnswer({ request }: { request: AnsweredRequest }): Record<string, unknown> {
  if (!request.answer) throw keyReused();
  return request.answer;
}

/** What a request that was answered before made of the document. @throws ApiError idempotency_key_reused when it changed none. */
function changedBody<Document extends TenantDocument>({ request }: Answered<Document>): Body<Document> {
  if (!request.body) throw keyReused();
  return request.body as unknown as Body<Document>;
}
