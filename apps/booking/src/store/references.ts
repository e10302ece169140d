import type { ListingSite } from '@keyhaven/contracts/booking/listing-site';
import type { Guest } from '@keyhaven/contracts/booking/guest';
import type { Property } from '@keyhaven/contracts/booking/property';
import type { AccountScope } from '@keyhaven/persistence/account-scope';
import { ApiError } from '@keyhaven/contracts/shared/errors';
import type { BookingPart } from '../bookings/domain/booking-part';
import type { AccountCopy } from './account-copy';
import type { TenantRepository } from '@keyhaven/persistence/tenant-repository/tenant-repository';
import type { CopyRepository } from '@keyhaven/persistence/copies/copy-repository';
import type { GuestBody, GuestDocument } from './guest.model';
import type { ListingSiteBody, ListingSiteDocument } from './listing-site.model';
import type { PropertyBody, PropertyDocument } from './property.model';

/** What bookings and quotes show of the records that they refer to, by id. */
export interface ShownReferences {
  properties: ReadonlyMap<number, Pick<PropertyBody, '_id' | (typeof shownOfProperty)[number]>>;
  guests: ReadonlyMap<number, Pick<GuestBody, '_id' | 'first_name' | 'last_name'>>;
  listingSites: ReadonlyMap<number, Pick<ListingSiteBody, '_id' | 'name' | 'active'>>;
  /** May be absent when the records have a currency without it. */
  account: Pick<AccountCopy, 'currency_code'> | undefined;
}

const shownOfProperty = ['name', 'external_name', 'internal_code', 'public_url', 'currency_code'] as const;

/** All that writes of bookings and quotes need of the records that they refer to, by id. */
export interface BookingReferences extends ShownReferences {
  properties: ReadonlyMap<number, PropertyBody>;
  account:
    Pick<AccountCopy, 'currency_code' | 'time_zone' | 'is_property_management' | 'taxes_remitted_by'> | undefined;
}

/** Where the records are that bookings and quotes refer to. */
export interface ReferencedRecords {
  accounts: CopyRepository<AccountCopy>;
  properties: TenantRepository<PropertyDocument, Required<Property>>;
  guests: TenantRepository<GuestDocument, Guest>;
  listingSites: TenantRepository<ListingSiteDocument, ListingSite>;
}

/** What a booking refers to. */
export type Referring = Pick<BookingPart, 'property_id' | 'guest_id' | 'listing_site_id'>;

/** Loads all that any number of bookings refer to, in four queries. */
export async function loadReferences(
  store: ReferencedRecords,
  scope: AccountScope,
  bookings: readonly Referring[],
): Promise<BookingReferences> {
  const properties = byId(idsOf(bookings, 'property_id'), (filter, limit) =>
    store.properties.find(scope, filter, { limit }),
  );
  const account = store.accounts.findOne(scope, { _id: scope.accountId });
  const others = [findGuests(store, scope, bookings), findListingSites(store, scope, bookings)] as const;
  const [found, guests, listingSites, copy] = await Promise.all([properties, ...others, account]);
  return { properties: found, guests, listingSites, account: copy };
}

/**
 * Loads what any number of bookings or quotes show of others, in at most three queries side by side, and a fourth for
 * those that have no currency.
 * @param withGuests whether guests are shown.
 */
export async function loadShownReferences(
  store: ReferencedRecords,
  scope: AccountScope,
  bookings: readonly (Referring & Pick<BookingPart, 'currency_code'>)[],
  { withGuests }: { withGuests: boolean },
): Promise<ShownReferences> {
  const [properties, guests, listingSites] = await Promise.all([
    byId(idsOf(bookings, 'property_id'), (filter, limit) =>
      store.properties.readFields(scope, filter, shownOfProperty, limit),
    ),
    withGuests ? findGuests(store, scope, bookings) : new Map<number, never>(),
    findListingSites(store, scope, bookings),
  ]);
  const needsAccount = bookings.some(
    ({ currency_code, property_id }) => (currency_code ?? properties.get(property_id)?.currency_code ?? null) === null,
  );
  const account = needsAccount ? await store.accounts.findOne(scope, { _id: scope.accountId }) : undefined;
  return { properties, guests, listingSites, account };
}

/** The guests of bookings that are not deleted. */
async function findGuests(
  { guests }: ReferencedRecords,
  scope: AccountScope,
  bookings: readonly Referring[],
): Promise<ShownReferences['guests']> {
  const fields = ['first_name', 'last_name', 'is_deleted'] as const;
  const found = await byId(idsOf(bookings, 'guest_id'), (filter, limit) =>
    guests.readFields(scope, filter, fields, limit),
  );
  return new Map([...found].filter(([, { is_deleted }]) => !is_deleted));
}

function findListingSites(
  { listingSites }: ReferencedRecords,
  scope: AccountScope,
  bookings: readonly Referring[],
): Promise<ShownReferences['listingSites']> {
  return byId(idsOf(bookings, 'listing_site_id'), (filter, limit) =>
    listingSites.readFields(scope, filter, ['name', 'active'], limit),
  );
}

function idsOf(bookings: readonly Referring[], reference: keyof Referring): number[] {
  return [...new Set(bookings.map((booking) => booking[reference]).filter((id) => id !== null))];
}

/** Finds records by their ids, with one query or none. */
async function byId<Found extends { _id: number }>(
  ids: number[],
  find: (filter: { _id: { $in: number[] } }, limit: number) => Promise<Found[]>,
): Promise<Map<number, Found>> {
  const found = ids.length === 0 ? [] : await find({ _id: { $in: ids } }, ids.length);
  return new Map(found.map((record) => [record._id, record]));
}

/** The property of a booking whose references were checked. */
export function propertyOf<Found>(references: { properties: ReadonlyMap<number, Found> }, propertyId: number): Found {
  const property = references.properties.get(propertyId);
  if (!property) throw new Error(`property ${propertyId} was not loaded`);
  return property;
}

/** The time zone of a property, which decides what today is there. */
export function timeZoneOf(references: BookingReferences, propertyId: number): string {
  return propertyOf(references, propertyId).time_zone ?? references.account?.time_zone ?? 'UTC';
}

/**
 * The account whose settings a new booking copies.
 * @throws ApiError unavailable before the account's first event arrives.
 */
export function accountOf({ account }: BookingReferences): NonNullable<BookingReferences['account']> {
  if (account) return account;
  throw new ApiError('unavailable', 'the account is not known to the booking service yet; try again in 1 second', {
    'Retry-After': '1',
  });
}
