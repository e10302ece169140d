import type { AnnotatedType } from '@keyhaven/contracts/booking/annotation';
import { ApiError } from '@keyhaven/contracts/shared/errors';
import type { AccountScope } from '@keyhaven/persistence/account-scope';
import type { PublicRecord } from '@keyhaven/persistence/entity';
import type { Body, RecordDocument } from '@keyhaven/persistence/tenant-document';
import type { TenantRepository } from '@keyhaven/persistence/tenant-repository/tenant-repository';
import type { BookingStore } from '../store/booking-store';
import { loadReferences, type Referring } from '../store/references';
import type { StayBody } from '../store/stay.model';
import {
  AnnotatedRecords,
  type EditAnnotations,
  type AnnotationChange,
  type AnnotationPath,
  type Holder,
} from './annotated-records';
import { type Annotated, typeOfAnnotation } from './domain/annotations';

/** The methods of `AnnotatedRecords`, for code that handles any record type. */
export type AnyAnnotatedRecords = Pick<
  ReturnType<typeof bookings>,
  'get' | 'findBy' | 'change' | 'changeStored' | 'changeSome' | 'assertKeyUnused'
>;
export type { EditAnnotations, AnnotationChange, AnnotationPath, Holder };

const kinds: Partial<Record<AnnotatedType, (store: BookingStore) => AnyAnnotatedRecords>> = {
  booking: bookings,
  guest: ({ guests }) => documents('guest', guests, { is_deleted: false }),
  owner: ({ owners }) => documents('owner', owners, { is_deleted: false }),
  property: ({ properties }) => documents('property', properties, {}),
  quote: quotes,
};

/**
 * The record types that have tags and fields. After a definition changes, jobs update the records of one type after the
 * other, in this order.
 */
export const typesWithRecords = Object.keys(kinds) as AnnotatedType[];

/**
 * Returns the object that reads and changes the tags and fields of the records of a type.
 * @throws ApiError not_found when this service has no records of this type.
 */
export function recordsOfType(store: BookingStore, type: AnnotatedType): AnyAnnotatedRecords {
  const kind = kinds[type];
  if (!kind) throw new ApiError('not_found', `an ${type} with this id does not exist`);
  return kind(store);
}

/**
 * Refuses an Idempotency-Key that was used on the same route for a record of another type. A write finds earlier
 * requests only among records of its own type, so the other types are searched here. Runs no query if the request has
 * no key.
 * @throws ApiError idempotency_key_reused.
 */
export async function assertKeyOfType(store: BookingStore, scope: AccountScope, type: AnnotatedType): Promise<void> {
  if (!scope.idempotency) return;
  const others = typesWithRecords.filter((other) => other !== type);
  await Promise.all(others.map((other) => recordsOfType(store, other).assertKeyUnused(scope)));
}

/**
 * Does the same as `recordsOfType`, for the record type that the id of a tag or field encodes.
 * @throws ApiError not_found.
 */
export function recordsOfAnnotation(store: BookingStore, noun: 'tag' | 'field', id: number): AnyAnnotatedRecords {
  const type = typeOfAnnotation(id);
  const kind = type && kinds[type];
  if (!kind) throw new ApiError('not_found', `a ${noun} with this id does not exist`);
  return kind(store);
}

function bookings(store: BookingStore) {
  return new AnnotatedRecords({
    type: 'booking',
    repository: store.stays,
    prefix: 'booking.',
    idPath: 'booking.id',
    live: {},
    partOf: ({ booking }) => booking,
    withPart: (stay, annotations) => ({ ...stay, booking: { ...stay.booking, ...annotations } }),
    decisions: (scope, stays) => withReferences(store, scope, stays, ({ booking }) => booking),
    assertWritable,
  });
}

function quotes(store: BookingStore) {
  return new AnnotatedRecords({
    type: 'quote',
    repository: store.quotes,
    prefix: 'quote.',
    idPath: 'quote.id',
    live: { 'quote.is_deleted': false },
    partOf: ({ quote }) => quote,
    withPart: (stay, annotations) => ({ ...stay, quote: { ...stay.quote, ...annotations } }),
    decisions: (scope, stays) =>
      withReferences(store, scope, stays, ({ quote, booking }) => [quote, ...(booking ? [booking] : [])]),
  });
}

/**
 * Returns the `AnnotatedRecords` of a type whose records each have a document of their own.
 * @param live the part of a filter that excludes deleted records.
 */
function documents<Document extends RecordDocument & Annotated, Shown extends PublicRecord>(
  type: 'guest' | 'owner' | 'property',
  repository: TenantRepository<Document, Shown>,
  live: Record<string, unknown>,
) {
  return new AnnotatedRecords({
    type,
    repository,
    prefix: '',
    idPath: '_id',
    live,
    partOf: ({ _id, version, tags, fields }) => ({ id: _id, version, tags, fields }),
    withPart: (body, annotations) => ({ ...body, ...annotations }),
    decisions: () => Promise.resolve((after: Body<Document>) => ({ after })),
  });
}

/**
 * Loads the guests, properties and listing sites that the events of these stays include. Returns a function that adds
 * these records to the new state of a stay.
 */
async function withReferences<Stay>(
  store: BookingStore,
  scope: AccountScope,
  stays: readonly Stay[],
  referring: (stay: Stay) => Referring | Referring[],
) {
  const references = await loadReferences(store, scope, stays.flatMap(referring));
  return (after: Stay) => ({ after, references });
}

/**
 * Throws if the record is a linked_availability record or the hold of a quote. Clients must change the original booking
 * or the quote instead.
 */
function assertWritable({ booking: { type } }: StayBody): void {
  if (type !== 'linked_availability' && type !== 'quote_hold') return;
  const source = type === 'quote_hold' ? 'quote' : 'booking';
  throw new ApiError('bad_request', `entity_id: a ${type} record is derived from a ${source}; change that ${source}`);
}
