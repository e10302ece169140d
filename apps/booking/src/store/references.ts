import type { ListingSite } from '@keyhaven/contracts/booking/listing-site';
import type { Guest } from '@keyhaven/contracts/booking/guest';
import type { Property } from '@keyhaven/contracts/booking/property';
import type { AccountScope } from '@keyhaven/persistence/account-scope';
import { ApiError } from '@keyhaven/contracts/shared/errors';
import type { BookingPart } from '../bookings/domain/booking-part';
import type { AccountCopy } from './account-copy';
import type { TenantRepository } from '@keyhaven/persistence/tenant-repository/tenant-repository';
import type { CopyRepository } from '@keyhaven/persistence/copies/copy-repository';
import type { ContactBody, ContactDocument } from './contact.model';
import type { ListingSiteBody, ListingSiteDocument } from './listing-site.model';
import type { PropertyBody, PropertyDocument } from './property.model';
import { type LinkSet, linkSetOf } from './link-set';

/** The records whose fields are shown in bookings and quotes, by id. */
export interface EmbeddedReferences {
  properties: ReadonlyMap<number, Pick<PropertyBody, '_id' | (typeof embeddedOfProperty)[number]>>;
  guests: ReadonlyMap<number, Pick<ContactBody, '_id' | 'first_name' | 'last_name'>>;
  listingSites: ReadonlyMap<number, Pick<ListingSiteBody, '_id' | 'name' | 'active'>>;
  /** Undefined if no booking needs the account's currency, because each booking or its property has a currency. */
  account: Pick<AccountCopy, 'currency_code'> | undefined;
}

const embeddedOfProperty = ['name', 'external_name', 'internal_code', 'public_url', 'currency_code'] as const;
const embeddedOfGuest = ['first_name', 'last_name', 'is_deleted'] as const;

/** The records that writes of bookings and quotes need, by id. */
export interface BookingReferences extends EmbeddedReferences {
  properties: ReadonlyMap<number, PropertyBody>;
  account:
    Pick<AccountCopy, 'currency_code' | 'time_zone' | 'is_property_management' | 'taxes_remitted_by'> | undefined;
}

export interface ReferencedRecords {
  accounts: CopyRepository<AccountCopy>;
  properties: TenantRepository<PropertyDocument, Required<Property>>;
  guests: TenantRepository<ContactDocument, Guest>;
  listingSites: TenantRepository<ListingSiteDocument, ListingSite>;
}

/** The ids of the records that a booking refers to. */
export type Referring = Pick<BookingPart, 'property_id' | 'guest_id' | 'listing_site_id'>;

/** Loads the records that bookings refer to, in four concurrent queries. */
export async function loadReferences(
  store: ReferencedRecords,
  scope: AccountScope,
  bookings: readonly Referring[],
): Promise<BookingReferences> {
  const [properties, guests, listingSites, account] = await Promise.all([
    store.properties.findByIds(scope, idsOf(bookings, 'property_id')),
    store.guests.findByIds(scope, idsOf(bookings, 'guest_id')),
    store.listingSites.findByIds(scope, idsOf(bookings, 'listing_site_id')),
    store.accounts.findOne(scope, { _id: scope.accountId }),
  ]);
  return {
    properties: byId(properties),
    guests: byId(guests.filter(({ is_deleted }) => !is_deleted)),
    listingSites: byId(listingSites),
    account,
  };
}

/**
 * Loads the records whose fields are shown in bookings or quotes, in up to three concurrent
 * queries. Loads the account only if a booking and its property have no currency.
 * @param withGuests whether guests are shown.
 */
export async function loadEmbeddedReferences(
  store: ReferencedRecords,
  scope: AccountScope,
  bookings: readonly (Referring & Pick<BookingPart, 'currency_code'>)[],
  { withGuests }: { withGuests: boolean },
): Promise<EmbeddedReferences> {
  const [ids, guestIds, siteIds] = [
    idsOf(bookings, 'property_id'),
    withGuests ? idsOf(bookings, 'guest_id') : [],
    idsOf(bookings, 'listing_site_id'),
  ];
  const [found, guests, listingSites] = await Promise.all([
    store.properties.readFieldsByIds(scope, ids, embeddedOfProperty),
    store.guests.readFieldsByIds(scope, guestIds, embeddedOfGuest),
    store.listingSites.readFieldsByIds(scope, siteIds, ['name', 'active']),
  ]);
  const properties = byId(found);
  const needsAccount = bookings.some(
    ({ currency_code, property_id }) => (currency_code ?? properties.get(property_id)?.currency_code ?? null) === null,
  );
  const account = needsAccount ? await store.accounts.findOne(scope, { _id: scope.accountId }) : undefined;
  return {
    properties,
    guests: byId(guests.filter(({ is_deleted }) => !is_deleted)),
    listingSites: byId(listingSites),
    account,
  };
}

function idsOf(bookings: readonly Referring[], reference: keyof Referring): number[] {
  return [...new Set(bookings.map((booking) => booking[reference]).filter((id) => id !== null))];
}

function byId<Found extends { _id: number }>(found: readonly Found[]): Map<number, Found> {
  return new Map(found.map((record) => [record._id, record]));
}

/** The property of a booking. @throws Error when it was not loaded. */
export function propertyOf<Found>(references: { properties: ReadonlyMap<number, Found> }, propertyId: number): Found {
  const property = references.properties.get(propertyId);
  if (!property) throw new Error(`property ${propertyId} was not loaded`);
  return property;
}

/** The links of all properties of these bookings. @throws Error when a property was not loaded. */
export function linksIn({ properties }: BookingReferences, ...bookings: Pick<Referring, 'property_id'>[]): LinkSet {
  return linkSetOf(
    properties.values(),
    bookings.map(({ property_id }) => property_id),
  );
}

/** The time zone of a property, or else of its account. */
export function timeZoneOf(references: BookingReferences, propertyId: number): string {
  return propertyOf(references, propertyId).time_zone ?? references.account?.time_zone ?? 'UTC';
}

/** The account. @throws ApiError unavailable before the account's first event has arrived. */
export function accountOf({ account }: Pick<BookingReferences, 'account'>): NonNullable<BookingReferences['account']> {
  if (account) return account;
  throw new ApiError('unavailable', 'the account is not known to the booking service yet; try again in 1 second', {
    'Retry-After': '1',
  });
}
