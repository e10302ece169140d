import { ApiError } from '@keyhaven/contracts/shared/errors';
import type { AccountScope } from '@keyhaven/persistence/account-scope';
import type { BookingStore } from '../store/booking-store';
import type { PropertyBody } from '../store/property.model';
import { type BookingReferences, loadReferences, type Referring } from '../store/references';

/**
 * Loads what the body of a new booking refers to.
 * @throws ApiError bad_request naming all that was not found.
 */
export async function loadCheckedReferences(
  store: BookingStore,
  scope: AccountScope,
  body: Pick<Referring, 'property_id'> & Partial<Referring>,
): Promise<{ references: BookingReferences; property: PropertyBody }> {
  const referring = {
    property_id: body.property_id,
    guest_id: body.guest_id ?? null,
    listing_site_id: body.listing_site_id ?? null,
  };
  const references = await loadReferences(store, scope, [referring]);
  assertReferences(referring, references);
  accountOf(references);
  return { references, property: propertyOf(references, body.property_id) };
}

/**
 * Checks that what a body refers to exists in this account, and may be referred to. Another account's ids are answered
 * as ids that do not exist.
 * @param newlyReferred the references that the body sets; others stand already.
 * @throws ApiError bad_request naming all that was not found.
 */
export function assertReferences(newlyReferred: Partial<Referring>, references: BookingReferences): void {
  const faults: string[] = [];
  const { property_id, guest_id, listing_site_id } = newlyReferred;
  if (property_id !== undefined && !references.properties.has(property_id)) {
    faults.push(`property_id: the property id ${property_id} was not found or is not available`);
  }
  if (guest_id != null && !references.guests.has(guest_id)) {
    faults.push(`guest_id: the guest id ${guest_id} was not found or is not available`);
  }
  if (listing_site_id != null && references.listingSites.get(listing_site_id)?.active !== true) {
    faults.push(`listing_site_id: the listing site id ${listing_site_id} was not found or is not available`);
  }
  if (faults.length > 0) throw new ApiError('bad_request', faults);
}

/** Checks the references that a change sets. @throws ApiError bad_request naming all that was not found. */
export function assertChangedReferences(before: Referring, after: Referring, references: BookingReferences): void {
  const changed = (['property_id', 'guest_id', 'listing_site_id'] as const).filter(
    (field) => after[field] !== before[field],
  );
  assertReferences(Object.fromEntries(changed.map((field) => [field, after[field]])), references);
}

/** The property of a booking whose references were checked. */
export function propertyOf(references: BookingReferences, propertyId: number): PropertyBody {
  const property = references.properties.get(propertyId);
  if (!property) throw new Error(`property ${propertyId} was not loaded`);
  return property;
}

/** Where it is decided what today is at a property. */
export function timeZoneOf(references: BookingReferences, propertyId: number): string {
  return propertyOf(references, propertyId).time_zone ?? references.account?.time_zone ?? 'UTC';
}

/**
 * The account whose settings a booking copies, once and for ever.
 * @throws ApiError unavailable while no event has told of it.
 */
export function accountOf({ account }: BookingReferences): NonNullable<BookingReferences['account']> {
  if (account) return account;
  throw new ApiError('unavailable', 'the account is not known to the booking service yet', { 'Retry-After': '1' });
}

/** @throws ApiError bad_request when the property takes no new guest bookings. */
export function assertOpenToGuests(property: PropertyBody): void {
  if (!property.active)
    throw new ApiError(
      'bad_request',
      `property_id: the property ${property._id} is inactive and takes no new guest bookings`,
    );
  if (property.is_snoozed)
    throw new ApiError(
      'bad_request',
      `property_id: the property ${property._id} is snoozed and takes no new guest bookings`,
    );
}
