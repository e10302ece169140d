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

/** What bookings and quotes show of a guest. */
export type ShownGuest = Pick<GuestBody, '_id' | 'first_name' | 'last_name'>;

/** The records that bookings show parts of, by id. */
export interface BookingReferences {
  properties: ReadonlyMap<number, PropertyBody>;
  guests: ReadonlyMap<number, ShownGuest>;
  listingSites: ReadonlyMap<number, ListingSiteBody>;
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
  const [properties, guests, listingSites, account] = await Promise.all([
    byId(
      store.properties,
      scope,
      bookings.map(({ property_id }) => property_id),
    ),
    byId(
      store.guests,
      scope,
      bookings.map(({ guest_id }) => guest_id),
    ),
    byId(
      store.listingSites,
      scope,
      bookings.map(({ listing_site_id }) => listing_site_id),
    ),
    store.accounts.findOne(scope, { _id: scope.accountId }),
  ]);
  const livingGuests = new Map([...guests].filter(([, { is_deleted }]) => !is_deleted));
  return { properties, guests: livingGuests, listingSites, account };
}

interface Finds<Found> {
  findByIds(scope: AccountScope, ids: readonly number[]): Promise<Found[]>;
}

async function byId<Found extends { _id: number }>(
  repository: Finds<Found>,
  scope: AccountScope,
  ids: (number | null)[],
): Promise<Map<number, Found>> {
  const wanted = [...new Set(ids.filter((id) => id !== null))];
  const found = await repository.findByIds(scope, wanted);
  return new Map(found.map((record) => [record._id, record]));
}

/** The property of a booking whose references were checked. */
export function propertyOf(references: BookingReferences, propertyId: number): PropertyBody {
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
