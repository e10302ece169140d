import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { ApiError } from '@keyhaven/contracts/shared/errors';
import type { QueryFilter, Model, ProjectionType } from 'mongoose';
import { type AccountScope, assertBeforeDeadline } from './account-scope';
import { isDuplicateKey } from './duplicate-key';
import { type Entity, type PublicRecord, versionOf } from './entity';
import { idempotencyFields, findStoredAnswer } from './idempotency';
import type { Relay } from './outbox/relay';
import { MAX_BYTES, MAX_ENTRIES } from './outbox/outbox-entry';
import { spillOutbox } from './outbox/spill';
import { planChange, type StepRequest } from './plan-change';
import { type Body, type TenantDocument, unreadFields } from './tenant-document';
import { Turns } from './turns';
import { writePipeline } from './write-pipeline';

export interface RepositoryOptions<Document extends TenantDocument, References> {
  model: Model<Document>;
  /** What one document is called in messages, with its article: "a booking". */
  noun: string;
  entities: readonly Entity<Document, References>[];
  relay: Relay;
  /** Fields beside the outbox that reads leave out. */
  hiddenFields?: Record<string, 0>;
  generation?: number;
}

/** Which of the documents that match are answered, and how much of them. */
export interface FindOptions {
  limit: number;
  skip?: number;
  /** The path that they are ordered by, ascending. */
  orderBy?: string;
  /** Paths that are not loaded: large ones that nobody asked for. */
  without?: readonly string[];
}

/** What a change makes of a document; undefined leaves it as it is. */
export interface Decision<Document extends TenantDocument, References = undefined> {
  after: Body<Document>;
  /** What the records show of other records, before and after the change. */
  references: References;
  steps?: readonly StepRequest[];
}

/** What a creation answered: now, or when the request was first made. */
export interface Creation<Document extends TenantDocument> {
  record: PublicRecord;
  /** The stored document; absent when the answer of an earlier request was repeated. */
  document?: Body<Document>;
}

/** How often an update is decided anew when others write the same document. */
const MAX_ATTEMPTS = 60;

/**
 * The documents of one collection, account by account. A query without an account does not compile: every method takes
 * the scope, and puts the account into the filter.
 */
export class AccountRepository<Document extends TenantDocument, References = undefined> {
  private readonly projection: ProjectionType<Document>;
  private readonly turns = new Turns();

  constructor(private readonly options: RepositoryOptions<Document, References>) {
    this.projection = { ...unreadFields, revision: 0, ...options.hiddenFields };
  }

  /** The documents that match, lean, ordered by `orderBy` ascending, after skipping `skip`. */
  async find(
    scope: AccountScope,
    filter: QueryFilter<Document>,
    { limit, skip = 0, orderBy = '_id', without = [] }: FindOptions,
  ): Promise<Body<Document>[]> {
    const found = await this.options.model
      .find({ ...filter, user_id: scope.accountId }, this.leavingOut(without))
      .sort({ [orderBy]: 1 })
      .skip(skip)
      .limit(limit)
      .lean();
    return found as unknown as Body<Document>[];
  }

  /** The one document that matches, or undefined: another account's answers as one that does not exist. */
  async findOne(scope: AccountScope, filter: QueryFilter<Document>): Promise<Body<Document> | undefined> {
    const found = await this.options.model.findOne({ ...filter, user_id: scope.accountId }, this.projection).lean();
    return (found ?? undefined) as unknown as Body<Document> | undefined;
  }

  /** One hidden field of the documents that match: for the rare reader that needs it. */
  async readHidden<Field extends keyof Document & string>(
    scope: AccountScope,
    filter: QueryFilter<Document>,
    field: Field,
    limit: number,
  ): Promise<Pick<Document, Field>[]> {
    const found = await this.options.model
      .find({ ...filter, user_id: scope.accountId }, { [field]: 1 })
      .limit(limit)
      .lean();
    return found as unknown as Pick<Document, Field>[];
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
    const repeated = await findStoredAnswer(this.options.model, scope);
    if (repeated) return { record: repeated };
    try {
      return await this.insert(scope, await build());
    } catch (error) {
      // Whatever stood in the way may be what this very request made when it came first.
      const answer = await findStoredAnswer(this.options.model, scope);
      if (answer) return { record: answer };
      throw error;
    }
  }

  /**
   * Changes the document that matches: reads it, lets `decide` make the next state, and writes that on condition that
   * nobody else wrote meanwhile; otherwise it decides anew. A change of nothing writes nothing.
   * @throws ApiError not_found, precondition_failed; DuplicateKeyError for the service's own unique indexes.
   */
  async update(
    scope: AccountScope,
    filter: QueryFilter<Document>,
    decide: (before: Body<Document>) => Promise<Decision<Document, References> | undefined>,
    entity: Entity<Document, References> = this.options.entities[0]!,
  ): Promise<Body<Document>> {
    return this.turns.take(JSON.stringify([scope.accountId, filter]), () =>
      this.tryUpdate(scope, filter, decide, entity),
    );
  }

  private async tryUpdate(
    scope: AccountScope,
    filter: QueryFilter<Document>,
    decide: (before: Body<Document>) => Promise<Decision<Document, References> | undefined>,
    entity: Entity<Document, References>,
  ): Promise<Body<Document>> {
    for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt++) {
      const stored = await this.readForWrite(scope, filter);
      if (!stored) throw new ApiError('not_found', `${this.options.noun} with this id does not exist`);
      const { revision, ...rest } = stored as Body<Document> & { revision: number };
      const before = rest as unknown as Body<Document>;
      this.assertVersion(scope, entity, before);
      const decision = await decide(before);
      if (!decision) return before;
      const written = await this.replace(scope, before, revision, decision);
      if (written) return written;
      await sleep(Math.random() * Math.min(2 ** attempt, 50));
    }
    throw new ApiError('unavailable', `${this.options.noun} is being changed by many at once; try again`, {
      'Retry-After': '1',
    });
  }

  private leavingOut(paths: readonly string[]): ProjectionType<Document> {
    return { ...(this.projection as object), ...Object.fromEntries(paths.map((path) => [path, 0])) };
  }

  private assertVersion(scope: AccountScope, entity: Entity<Document, References>, before: Body<Document>): void {
    const present = versionOf(entity, before);
    if (scope.ifMatchVersion !== undefined && scope.ifMatchVersion !== present) {
      throw new ApiError(
        'precondition_failed',
        // Version 0 stands for a list of ETags none of which any version can match.
        `If-Match names ${scope.ifMatchVersion === 0 ? 'no version of the record' : `version ${scope.ifMatchVersion}`}, the present one is ${present}`,
      );
    }
  }

  private async insert(
    scope: AccountScope,
    { after, references, steps = [] }: Decision<Document, References>,
  ): Promise<Creation<Document>> {
    const { model, entities, relay, generation = 0 } = this.options;
    const planned = planChange({ entities, references, before: undefined, after, steps, revision: 1, generation });
    const pipeline: Record<string, unknown>[] = writePipeline(undefined, after, planned, 1, relay.owner);
    if (scope.idempotency) pipeline.push({ $set: idempotencyFields(scope.idempotency, planned.answer ?? {}) });
    assertBeforeDeadline(scope);
    // An upsert, because only an update can take the database's clock. The condition never matches what is there: a
    // repeated write finds the id taken, and what took it is what it wrote.
    const condition = { _id: after._id, user_id: scope.accountId, revision: { $exists: false } };
    const insertId = randomUUID();
    pipeline.push({ $set: { insert_id: insertId } });
    const stored = await this.write(condition, pipeline, true).catch(async (error: unknown) => {
      const holder = isDuplicateKey(error) && isOwnId(error) ? await this.readForRelay(scope, after._id) : undefined;
      if (holder?.insert_id !== insertId) throw error;
      return holder;
    });
    if (!stored) throw new Error(`document ${after._id} was not written`);
    await relay.take(model, stored, steps.length > 0);
    const document = this.bodyOf(stored);
    return { record: entities[0]!.present(document, references), document };
  }

  /** Writes the next state on condition of the revision. Answers undefined when it has to be decided anew. */
  private async replace(
    scope: AccountScope,
    before: Body<Document>,
    revision: number,
    { after, references, steps = [] }: Decision<Document, References>,
  ): Promise<Body<Document> | undefined> {
    const { model, entities, relay, generation = 0 } = this.options;
    const planned = planChange({ entities, references, before, after, steps, revision: revision + 1, generation });
    const pipeline = writePipeline(before, after, planned, revision + 1, relay.owner);
    if (planned.entries.length === 0 && pipeline.length === 1) return before;
    assertBeforeDeadline(scope);
    const key = { _id: before._id, user_id: scope.accountId };
    const hasRoom = { [`outbox.${MAX_ENTRIES - 1}`]: { $exists: false }, outbox_bytes: { $not: { $gt: MAX_BYTES } } };
    const stored = await this.write({ ...key, revision, ...hasRoom }, pipeline, false);
    if (!stored) {
      await spillOutbox(model, key);
      return undefined;
    }
    if (planned.entries.length > 0) await relay.take(model, stored, steps.length > 0);
    return this.bodyOf(stored);
  }

  /** Runs a write and answers the document after it, its outbox included; undefined when the condition did not hold. */
  private async write(condition: object, pipeline: object[], upsert: boolean): Promise<Document | undefined> {
    const written = await this.options.model
      .findOneAndUpdate(condition as QueryFilter<Document>, pipeline as never, {
        upsert,
        returnDocument: 'after',
        updatePipeline: true,
        projection: this.relayProjection(),
      })
      .lean();
    return (written ?? undefined) as unknown as Document | undefined;
  }

  private async readForWrite(scope: AccountScope, filter: QueryFilter<Document>) {
    const projection = { ...unreadFields, ...this.options.hiddenFields } as ProjectionType<Document>;
    return this.options.model.findOne({ ...filter, user_id: scope.accountId }, projection).lean();
  }

  private async readForRelay(scope: AccountScope, id: number): Promise<Document> {
    const key = { _id: id, user_id: scope.accountId } as QueryFilter<Document>;
    const stored = await this.options.model.findOne(key, this.relayProjection()).lean();
    if (!stored) throw new Error(`document ${id} is not there after it was written`);
    return stored as unknown as Document;
  }

  private relayProjection(): ProjectionType<Document> {
    return { ...this.options.hiddenFields, idempotency: 0 };
  }

  private bodyOf(stored: Document): Body<Document> {
    const body = { ...stored } as unknown as Record<string, unknown>;
    for (const field of [...Object.keys(unreadFields), 'revision']) delete body[field];
    return body as unknown as Body<Document>;
  }
}

/** Whether the refused key is the document's own id, which nobody else was given. */
function isOwnId(error: { keyPattern: Record<string, unknown> }): boolean {
  return '_id' in (error.keyPattern ?? {});
}
