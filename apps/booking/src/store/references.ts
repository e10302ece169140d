import type { AccountScope } from '@keyhaven/persistence/account-scope';
import type { AccountCopy } from './account-copy';
import type { BookingStore } from './booking-store';
import type { GuestBody } from './guest.model';
import type { ListingSiteBody } from './listing-site.model';
import type { PropertyBody } from './property.model';
import type { BookingPart } from './stay.model';

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

/** What a booking refers to. */
export type Referring = Pick<BookingPart, 'property_id' | 'guest_id' | 'listing_site_id'>;

/** Loads all that any number of bookings refer to, in four queries. */
export async function loadReferences(
  store: BookingStore,
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
  find(scope: AccountScope, filter: { _id: { $in: number[] } }, options: { limit: number }): Promise<Found[]>;
}

async function byId<Found extends { _id: number }>(
  repository: Finds<Found>,
  scope: AccountScope,
  ids: (number | null)[],
): Promise<Map<number, Found>> {
  const wanted = [...new Set(ids.filter((id) => id !== null))];
  const found =
    wanted.length === 0 ? [] : await repository.find(scope, { _id: { $in: wanted } }, { limit: wanted.length });
  return new Map(found.map((record) => [record._id, record]));
}
