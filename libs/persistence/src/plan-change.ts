import { randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { ApiError } from '@keyhaven/contracts/shared/errors';
import { SCHEMA_VERSION } from '@keyhaven/events/change-event';
import { tracing } from '@keyhaven/tracing/tracing';
import { type Entity, fieldPath, type PublicRecord, versionOf } from './entity';
import { ENTRIES_PER_REVISION } from './outbox-entry';
import type { Body, TenantDocument } from './tenant-document';

/** The database's clock in the format of API responses: UTC, to the second. */
const nowText = { $dateToString: { date: '$$NOW', format: '%Y-%m-%dT%H:%M:%SZ' } };
/** The database's clock in the format of events: UTC, with milliseconds. */
const nowTextWithMilliseconds = { $dateToString: { date: '$$NOW', format: '%Y-%m-%dT%H:%M:%S.%LZ' } };

/**
 * The maximum size of a record that a client creates or changes: its public and private parts
 * together, in bytes of JSON. Changes by the platform itself may make a record larger: topics
 * accept messages of up to 2 MB.
 */
export const MAX_RECORD_BYTES = 700_000;
/**
 * The part of the limit that is reserved for small changes, so that a booking at the limit can
 * still be canceled.
 */
const SMALL_CHANGES_BYTES = 10_000;
/**
 * A change is small if it adds at most this many bytes. This is enough for a new status with its
 * timestamps, but not for content.
 */
const SMALL_CHANGE_BYTES = 500;

/** A job that a write requests. */
export interface JobRequest {
  name: string;
  args: Record<string, unknown>;
  /**
   * Makes this a deciding job: the write is answered after the job has run. If the job fails, the
   * write fails with the job's error.
   */
  decides?: boolean;
}

/** What a write stores besides the changed fields. */
export interface PlannedChange {
  /** The new outbox entries, as aggregation expressions. */
  entries: Record<string, unknown>[];
  /** Estimated size of the entries, in bytes. */
  bytes: number;
  /** The paths of the timestamps that the write sets to the database's clock. */
  clockPaths: string[];
  /** The paths of the versions, with their new values. */
  versions: Record<string, number>;
  /**
   * The record of the first entity, as an aggregation expression. A creation with an
   * Idempotency-Key stores this record as its answer.
   */
  answer?: Record<string, unknown>;
}

/** The ids of the outbox entries that a write adds. */
export function entryIdsOf({ entries }: PlannedChange): string[] {
  return entries.map(({ id }) => id as string);
}

interface ChangeToPlan<Document extends TenantDocument, References> {
  entities: readonly Entity<Document, PublicRecord, References>[];
  references: References;
  before: Body<Document> | undefined;
  after: Body<Document>;
  jobs: readonly JobRequest[];
  /** The document's revision after the write. */
  revision: number;
  generation: number;
  /** Whether a client makes the change. If so, the size of the records is limited. */
  isByClient: boolean;
  /** The time of the change by the clock of this process. Defaults to now. */
  at?: Date;
}

/**
 * Plans the outbox entries of a write: one event for each public record that it changes, and the
 * jobs that it requests.
 * @throws ApiError bad_request if a client makes a record too large. The message names the largest
 *   field.
 */
export function planChange<Document extends TenantDocument, References>(
  change: ChangeToPlan<Document, References>,
): PlannedChange {
  const { entities, references, before, after, jobs, revision, generation, isByClient, at = new Date() } = change;
  const planned: PlannedChange = { entries: [], bytes: 0, clockPaths: [], versions: {} };
  let seq = revision * ENTRIES_PER_REVISION;
  const headers = tracing?.storedHeaders();
  const trace = headers && { trace: { $literal: headers } };
  for (const entity of entities) {
    const old = before && entity.isIn(before) ? before : undefined;
    const isThere = entity.isIn(after);
    if (!old && !isThere) continue;
    // The event of a deletion contains the record as it was before.
    const publishedBody = isThere ? after : old!;
    const action = actionOf(old, isThere);
    const was = old && entity.present(old, references, at);
    const is = entity.present(publishedBody, references, at);
    const privateRecord = entity.presentPrivate?.(publishedBody) ?? {};
    if (action === 'entity_update') {
      const privateSame = isDeepStrictEqual(entity.presentPrivate?.(old!) ?? {}, privateRecord);
      const withheldSame = isDeepStrictEqual(entity.withheld?.(old!), entity.withheld?.(after));
      if (privateSame && withheldSame && sameRecord(was!, is)) continue;
    }

    const stamps = ['updated_utc', ...stampsOf(entity, action, old, after)];
    const version = versionOf(entity, before ?? after) + 1;
    // Stamp only the timestamps that the public record exposes, and the time of a deletion.
    const isShown = (field: string) => field in is || (action === 'entity_delete' && field !== 'updated_utc');
    const shown = stamps.filter(isShown).map((field) => [field, nowText]);
    const record = { $mergeObjects: [{ $literal: entity.isNotice ? withoutId(is) : is }, Object.fromEntries(shown)] };
    const stampedPrivate = stamps.filter((field) => field in privateRecord);
    planned.clockPaths.push(...stamps.map((field) => fieldPath(entity, field)));
    planned.versions[fieldPath(entity, 'version')] = version;
    planned.answer ??= record;
    const bytes = sizeOf(is, privateRecord);
    if (isByClient && bytes > MAX_RECORD_BYTES - SMALL_CHANGES_BYTES) {
      const bytesBefore = old ? sizeOf(was!, entity.presentPrivate?.(old) ?? {}) : 0;
      if (!mayGrow(bytesBefore, bytes)) throw tooLarge(bytes, { ...is, ...privateRecord });
    }
    if (entity.topic === undefined) continue;
    planned.bytes += bytes;
    const eventId = randomUUID();
    const published = publishedAction(entity, action, old, after);
    const compared = published === 'entity_update' && was ? { record: was, body: old } : undefined;
    const categories = [...new Set(entity.categories({ record: is, body: publishedBody }, compared))];
    planned.entries.push({
      id: eventId,
      kind: 'event',
      seq: ++seq,
      topic: entity.topic,
      ...trace,
      event: {
        event_id: eventId,
        schema_version: SCHEMA_VERSION,
        generation,
        occurred_utc: nowTextWithMilliseconds,
        user_id: after.user_id,
        action: published,
        entity_type: entity.type,
        entity_id: is.id,
        version,
        categories: categories.length > 0 ? categories : ['other'],
        is_resync: false,
        entity: record,
        private: {
          $mergeObjects: [
            { $literal: privateRecord },
            Object.fromEntries(stampedPrivate.map((field) => [field, nowTextWithMilliseconds])),
          ],
        },
      },
    });
  }
  for (const job of jobs) {
    const id = randomUUID();
    const { name, args, decides = false } = job;
    const literal = { $literal: args };
    planned.entries.push({ id, kind: 'job', seq: ++seq, name, args: literal, decides, asked_utc: '$$NOW', ...trace });
    planned.bytes += JSON.stringify(job.args).length;
  }
  return planned;
}

type Action = 'entity_create' | 'entity_update' | 'entity_delete';

function actionOf(old: object | undefined, isThere: boolean): Action {
  if (!isThere) return 'entity_delete';
  return old ? 'entity_update' : 'entity_create';
}

/**
 * The action in the event. A notice (an event about other records) is always an update. A change
 * that makes a record public is a creation.
 */
function publishedAction<Document extends TenantDocument, References>(
  entity: Entity<Document, PublicRecord, References>,
  action: Action,
  old: Body<Document> | undefined,
  after: Body<Document>,
): Action {
  if (entity.isNotice) return 'entity_update';
  if (action !== 'entity_update' || !entity.isPublic) return action;
  return !entity.isPublic(old!) && entity.isPublic(after) ? 'entity_create' : action;
}

function withoutId({ id: _id, ...rest }: PublicRecord): object {
  return rest;
}

/** The timestamps, besides updated_utc, that this change sets to the database's clock. */
function stampsOf<Document extends TenantDocument, References>(
  entity: Entity<Document, PublicRecord, References>,
  action: Action,
  old: Body<Document> | undefined,
  after: Body<Document>,
): string[] {
  if (action === 'entity_create') return ['created_utc', ...(entity.stampedWhenCreated?.(after) ?? [])];
  if (action === 'entity_delete') return entity.stampedWhenDeleted?.(after) ?? [];
  return entity.stampedWhenChanged?.(old!, after) ?? [];
}

function sameRecord(a: PublicRecord, b: PublicRecord): boolean {
  return isDeepStrictEqual({ ...a, updated_utc: null }, { ...b, updated_utc: null });
}

function sizeOf(record: PublicRecord, privateRecord: Record<string, unknown>): number {
  return Buffer.byteLength(JSON.stringify(record)) + Buffer.byteLength(JSON.stringify(privateRecord));
}

/**
 * Whether a client's change is allowed although the record is in the size range that is reserved
 * for small changes.
 */
function mayGrow(bytesBefore: number, bytes: number): boolean {
  const growth = bytes - bytesBefore;
  return growth <= 0 || (growth <= SMALL_CHANGE_BYTES && bytes <= MAX_RECORD_BYTES);
}

function tooLarge(bytes: number, fields: Record<string, unknown>): ApiError {
  const sizes = Object.entries(fields).map(([field, value]) => [field, JSON.stringify(value)?.length ?? 0] as const);
  const [largest, length] = sizes.reduce((a, b) => (b[1] > a[1] ? b : a));
  const accepted = MAX_RECORD_BYTES - SMALL_CHANGES_BYTES;
  return new ApiError(
    'bad_request',
    `the record is ${bytes} bytes long, more than ${accepted}; its largest field is ${largest} with ${length}`,
  );
}
