import { ApiError } from '@keyhaven/contracts/shared/errors';
import { type Connection, type Model, Schema } from 'mongoose';
import { databaseClockOf } from '../database-clock';
import type { IdempotentRequest } from '../account-scope';
import { isDuplicateKey } from '../duplicate-key';

/**
 * The latest resync of a service. All resyncs use this one document, so only one resync runs at a
 * time.
 */
export interface ResyncRun {
  _id: 'latest';
  /**
   * When the resync began, by the database's clock. Each resync has a later epoch than the previous
   * one, even after a restore.
   */
  epoch: Date;
  generation: number;
  state: 'running' | 'done' | 'failed';
  /** The account whose records are republished. Null means all accounts. */
  user_id: number | null;
  entity_types: string[];
  /**
   * The position of the resync: the collection that is being republished, and the id of its last
   * republished document. The collections whose names sort before this one are finished.
   */
  collection_name: string;
  after_id: number;
  /** How many records of each entity type were republished. */
  published: Record<string, number>;
  finished_utc: Date | null;
  /** Why the resync failed, or why it cannot continue at the moment. */
  failure: string | null;
  /** The process that runs the resync. No other process takes over before the lease of this process ends. */
  owner: string;
  lease_until_utc: Date;
  /**
   * The requests with an Idempotency-Key that started or joined a resync within the last KEPT_MS. The
   * most recent request is at the end.
   */
  requests?: AnsweredRequest[];
}

/** A request with an Idempotency-Key, and the resync that answered it. */
interface AnsweredRequest {
  key: string;
  request_hash: string;
  until_utc: Date;
  answer: Omit<ResyncRun, 'requests'>;
}

export interface ResyncRequest {
  entityTypes: string[];
  userId: number | null;
  idempotency?: IdempotentRequest;
}

export type Progress = Pick<ResyncRun, 'collection_name' | 'after_id' | 'published'>;

/** How long one page may take before another process takes over, in milliseconds. */
const LEASE_MS = 30_000;
/**
 * How long a request can be repeated with the same Idempotency-Key, in milliseconds: one day and a
 * margin.
 */
const KEPT_MS = 26 * 3600_000;
const atBeginning = { collection_name: '', after_id: 0, published: {}, failure: null, finished_utc: null };
const leased = { $add: ['$$NOW', LEASE_MS] };
/**
 * The epoch of a new resync. It is later than the previous epoch, even if the database's clock went
 * back.
 */
const newEpoch = { $max: ['$$NOW', { $add: ['$epoch', 1] }] };

function resyncModel(connection: Connection): Model<ResyncRun> {
  const mixed = Schema.Types.Mixed;
  const schema = new Schema<ResyncRun>(
    {
      _id: String,
      epoch: Date,
      generation: Number,
      state: String,
      user_id: Number,
      entity_types: [String],
      collection_name: String,
      after_id: Number,
      published: mixed,
      finished_utc: Date,
      failure: String,
      owner: String,
      lease_until_utc: Date,
      requests: [mixed],
    },
    { collection: 'resyncs', versionKey: false, minimize: false, strictQuery: false },
  );
  return connection.model<ResyncRun>('Resync', schema);
}

/**
 * The pipeline stages that store the request that causes the write. The stored answer is the state
 * of the resync after the earlier stages of the write.
 */
function requestStage({ key, requestHash }: IdempotentRequest): object[] {
  const answered = Object.fromEntries(answeredFields.map((field) => [field, `$${field}`]));
  const request = {
    key: { $literal: key },
    request_hash: { $literal: requestHash },
    until_utc: { $add: ['$$NOW', KEPT_MS] },
    answer: answered,
  };
  const isInTime = { $gt: ['$$this.until_utc', '$$NOW'] };
  const kept = { $filter: { input: { $ifNull: ['$requests', []] }, cond: isInTime } };
  return [{ $set: { requests: { $concatArrays: [kept, [request]] } } }];
}

const answeredFields = Object.keys({
  _id: true,
  epoch: true,
  generation: true,
  state: true,
  user_id: true,
  entity_types: true,
  collection_name: true,
  after_id: true,
  published: true,
  finished_utc: true,
  failure: true,
  owner: true,
  lease_until_utc: true,
} satisfies Record<keyof AnsweredRequest['answer'], true>);

/** @throws ApiError idempotency_key_reused if the key was used for a different request. */
function answerOf({ request_hash, answer }: AnsweredRequest, { requestHash }: IdempotentRequest): ResyncRun {
  if (request_hash === requestHash) return answer;
  throw new ApiError(
    'idempotency_key_reused',
    'this Idempotency-Key was used for another resync; a new request needs a new key',
  );
}

/**
 * Reads and writes the latest resync in the service's database. Several processes may do this at
 * the same time.
 */
export class ResyncRuns {
  private readonly model: Model<ResyncRun>;

  constructor(
    private readonly connection: Connection,
    private readonly owner: string,
    private readonly generation: number,
  ) {
    this.model = resyncModel(connection);
  }

  async latest(): Promise<ResyncRun | undefined> {
    return (await this.model.findById('latest').lean()) ?? undefined;
  }

  /**
   * Starts a resync, or joins a running resync of the same records. A request that is repeated with
   * its Idempotency-Key gets the same answer as the first attempt, even if another resync has
   * started in the meantime.
   * @throws ApiError conflict if a resync of other records is running; idempotency_key_reused if a
   *   different request used the key.
   */
  async begin({ entityTypes, userId, idempotency }: ResyncRequest): Promise<ResyncRun> {
    // Each write has the condition that the key of the request is not stored yet. So the second of
    // two attempts of one request finds what the first attempt stored.
    const isNew = idempotency ? { 'requests.key': { $ne: idempotency.key } } : {};
    const noting = idempotency ? requestStage(idempotency) : [];
    const run = {
      ...atBeginning,
      generation: this.generation,
      state: 'running',
      user_id: userId,
      entity_types: entityTypes,
      owner: this.owner,
    };
    try {
      const begun = await this.write(
        { _id: 'latest', state: { $ne: 'running' }, ...isNew },
        run,
        {
          epoch: newEpoch,
          lease_until_utc: leased,
        },
        { upsert: true, further: noting },
      );
      return begun!;
    } catch (error) {
      if (!isDuplicateKey(error)) throw error;
    }
    const same = { _id: 'latest', state: 'running', user_id: userId, entity_types: entityTypes };
    const joined = await this.write({ ...same, ...isNew }, {}, {}, { further: noting });
    if (joined) return joined;
    const running = await this.latest();
    if (!running) throw new Error('the latest resync is not there after it was written');
    const noted = idempotency && running.requests?.find(({ key }) => key === idempotency.key);
    if (noted) return answerOf(noted, idempotency);
    throw new ApiError(
      'conflict',
      `a resync of ${running.entity_types.join(', ')} (${running.user_id === null ? 'all accounts' : `account ${running.user_id}`}) is running; wait for its end`,
    );
  }

  /**
   * Claims the running resync if this process owns it or if the owner's lease has expired. If the
   * service was restored from a backup after the resync began, the resync starts again from the
   * beginning, because the events that were already republished have the old generation.
   */
  async claim(): Promise<ResyncRun | undefined> {
    const now = await databaseClockOf(this.connection);
    const free = {
      _id: 'latest',
      state: 'running',
      generation: { $lte: this.generation },
      $or: [{ owner: this.owner }, { lease_until_utc: { $lte: now() } }],
    };
    const claimed = await this.write(free, { owner: this.owner }, { lease_until_utc: leased });
    if (!claimed || claimed.generation === this.generation) return claimed;
    const { epoch, generation } = claimed;
    return this.write(
      { ...this.mine(claimed), epoch, generation },
      { ...atBeginning, generation: this.generation },
      { epoch: newEpoch },
    );
  }

  /** Stores the progress. @returns false when another process has taken over the resync. */
  async advance(run: ResyncRun, progress: Progress): Promise<boolean> {
    const written = await this.write(this.mine(run), { ...progress, failure: null }, { lease_until_utc: leased });
    return written !== undefined;
  }

  async finish(run: ResyncRun): Promise<void> {
    await this.write(this.mine(run), { state: 'done', failure: null }, { finished_utc: '$$NOW' });
  }

  /**
   * Ends the resync as failed. Its end marks are not published, because consumers remove the records
   * that they did not receive before an end mark.
   */
  async fail(run: ResyncRun, failure: string): Promise<void> {
    await this.write(this.mine(run), { state: 'failed', failure }, { finished_utc: '$$NOW' });
  }

  async noteFailure(run: ResyncRun, failure: string): Promise<void> {
    await this.write(this.mine(run), { failure }, {});
  }

  /** Ends the lease, so that another process can continue immediately. */
  async release(): Promise<void> {
    await this.write({ _id: 'latest', state: 'running', owner: this.owner }, {}, { lease_until_utc: '$$NOW' });
  }

  private mine(run: ResyncRun): object {
    return { _id: 'latest', state: 'running', owner: this.owner, epoch: run.epoch };
  }

  /** Sets values and expressions on the document if the condition holds. */
  private async write(
    condition: object,
    values: Record<string, unknown>,
    expressions: object,
    { upsert = false, further = [] }: { upsert?: boolean; further?: object[] } = {},
  ): Promise<ResyncRun | undefined> {
    const literals: [string, unknown][] = Object.entries(values).map(([field, value]) => [field, { $literal: value }]);
    const set = { ...Object.fromEntries(literals), ...expressions };
    // The database rejects an empty $set stage.
    const pipeline = [...(Object.keys(set).length > 0 ? [{ $set: set }] : []), ...further];
    if (pipeline.length === 0) return (await this.model.findOne(condition).lean()) ?? undefined;
    const written = await this.model
      .findOneAndUpdate(condition, pipeline, {
        upsert,
        returnDocument: 'after',
        updatePipeline: true,
      })
      .lean();
    return written ?? undefined;
  }
}
