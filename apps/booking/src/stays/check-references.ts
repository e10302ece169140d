import { ApiError } from '@keyhaven/contracts/shared/errors';
import type { AccountScope } from '@keyhaven/persistence/account-scope';
import type { BookingStore } from '../store/booking-store';
import type { PropertyBody } from '../store/property.model';
import { accountOf, type BookingReferences, loadReferences, propertyOf, type Referring } from '../store/references';

/**
 * Loads the records that the body of a new booking or quote refers to.
 * @throws ApiError bad_request that names each record that was not found; unavailable while this
 *   service has not received the account.
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
 * Checks that the records that a body refers to exist in this account and are available.
 * @param newlyReferred only the references that the body sets. Other references were checked when they were set.
 * @throws ApiError bad_request that names each record that was not found.
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

/** Checks the references that a change sets. @throws ApiError bad_request that names each record that was not found. */
export function assertChangedReferences(before: Referring, after: Referring, references: BookingReferences): void {
  const changed = (['property_id', 'guest_id', 'listing_site_id'] as const).filter(
    (field) => after[field] !== before[field],
  );
  assertReferences(Object.fromEntries(changed.map((field) => [field, after[field]])), references);
}

/** @throws ApiError bad_request when the property accepts no new guest bookings. */
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
