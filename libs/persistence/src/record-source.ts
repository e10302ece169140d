import { randomUUID } from 'node:crypto';
import { type ChangeEvent, SCHEMA_VERSION } from '@keyhaven/events/change-event';
import type { Model } from 'mongoose';
import { type AccountId, accountId, type AccountScope } from './account-scope';
import { type Entity, type PublicRecord, versionOf } from './entity';
import { genericFilter } from './generic-filter';
import { type Purge, purgeDeleted } from './purge-deleted';
import { isRecord } from './refused-requests';
import { type Body, modelOf, type TenantDocument, unreadFields } from './tenant-document';

/** The documents of one collection across all accounts, for the relay, resyncs and the purge. */
export interface RecordSource {
  collection: string;
  model: Model<TenantDocument>;
  /** The entity types in the documents of the collection, with their topics. */
  entities: readonly { type: string; topic: string }[];
  /**
   * Reads the next documents in the order of their ids. Makes an event for each record of the given
   * types that these documents contain.
   */
  readRecords(reading: Reading): Promise<RecordsRead>;
  /** Removes documents that were deleted long ago. */
  purgeDeleted: Purge;
}

export interface Reading {
  afterId: number;
  limit: number;
  /** The account to which the resync is limited. Undefined means all accounts. */
  account: AccountId | undefined;
  entityTypes: ReadonlySet<string>;
  generation: number;
  /** The epoch of the resync: the time when it began. */
  epoch: string;
}

export interface RecordsRead {
  published: { topic: string; event: ChangeEvent }[];
  /**
   * The id of the last document that was read; undefined if there are no more documents to read.
   */
  lastId: number | undefined;
}

/**
 * A stored record that this version of the code cannot present. Reading the record again would fail
 * in the same way.
 */
export class UnpresentableRecord extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'UnpresentableRecord';
  }
}

export interface RecordSourceOptions<Document extends TenantDocument, References> {
  model: Model<Document>;
  entities: readonly Entity<Document, PublicRecord, References>[];
  hiddenFields?: Record<string, 0>;
  loadReferences?(scope: AccountScope, bodies: readonly Body<Document>[]): Promise<References>;
}

export function recordSource<Document extends TenantDocument, References>(
  options: RecordSourceOptions<Document, References>,
): RecordSource {
  const { model } = options;
  const entities = options.entities.filter(({ isNotice }) => !isNotice);
  return {
    collection: model.collection.collectionName,
    model: modelOf(model),
    entities: entities.flatMap(({ type, topic }) => (topic === undefined ? [] : [{ type, topic }])),
    readRecords: (reading) => readRecords({ ...options, entities }, reading),
    purgeDeleted: () => purgeDeleted(model, entities),
  };
}

async function readRecords<Document extends TenantDocument, References>(
  options: RecordSourceOptions<Document, References>,
  reading: Reading,
): Promise<RecordsRead> {
  const { model, hiddenFields } = options;
  const bodies = await model
    .find(
      genericFilter({
        ...isRecord,
        _id: { $gt: reading.afterId },
        ...(reading.account ? { user_id: reading.account } : {}),
      }),
      { ...unreadFields, ...hiddenFields },
    )
    // A write that a majority has not acknowledged may be rolled back, so it must not be published.
    .readConcern('majority')
    .sort({ _id: 1 })
    .limit(reading.limit)
    .lean<Body<Document>[]>();
  const published: RecordsRead['published'] = [];
  for (const [userId, ofAccount] of byAccount(bodies)) {
    // A repository without `loadReferences` has `undefined` as its type `References`, so this
    // result has the right type.
    const references = (await options.loadReferences?.({ accountId: accountId(userId) }, ofAccount)) as References;
    for (const body of ofAccount) published.push(...presentAll(options.entities, body, references, reading));
  }
  return { published, lastId: bodies.at(-1)?._id };
}

function byAccount<Document extends TenantDocument>(bodies: Body<Document>[]): Map<number, Body<Document>[]> {
  const groups = new Map<number, Body<Document>[]>();
  for (const body of bodies) groups.set(body.user_id, [...(groups.get(body.user_id) ?? []), body]);
  return groups;
}

function presentAll<Document extends TenantDocument, References>(
  entities: readonly Entity<Document, PublicRecord, References>[],
  body: Body<Document>,
  references: References,
  { entityTypes, generation, epoch }: Reading,
): RecordsRead['published'] {
  try {
    return entities
      .filter((entity) => entityTypes.has(entity.type) && entity.isIn(body))
      .flatMap((entity) => {
        if (entity.topic === undefined) return [];
        const record = entity.present(body, references, new Date());
        const event: ChangeEvent = {
          event_id: randomUUID(),
          schema_version: SCHEMA_VERSION,
          generation,
          occurred_utc: epoch,
          user_id: body.user_id,
          action: 'entity_update',
          entity_type: entity.type,
          entity_id: record.id,
          version: versionOf(entity, body),
          categories: ['other'],
          is_resync: true,
          entity: { ...record },
          private: entity.presentPrivate?.(body) ?? {},
          resync_epoch: epoch,
        };
        return [{ topic: entity.topic, event }];
      });
  } catch (error) {
    const types = entities.map(({ type }) => type).join(', ');
    throw new UnpresentableRecord(`document ${body._id} (${types}) cannot be presented: ${String(error)}`, {
      cause: error,
    });
  }
}
