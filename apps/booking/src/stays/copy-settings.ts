import type { BookingPart } from '../bookings/domain/booking-part';
import { chargeSettings } from '../charges/charge-settings';
import type { Place } from '../claims/domain/place';
import type { PropertyBody } from '../store/property.model';
import { accountOf, type BookingReferences, propertyOf } from '../store/references';

/**
 * What a booking copies from its property and account: owner and commission on property-management accounts, and the
 * settings of the accounting integration (specification, Bookings, rule 6).
 */
export function copySettings(
  property: Pick<PropertyBody, 'owner_id' | 'owner_commission_percent' | 'accounting'>,
  account: BookingReferences['account'],
): Pick<BookingPart, 'owner_id' | 'has_manager' | 'owner_commission_percent' | 'taxes_remitted_by' | 'accounting'> {
  return {
    owner_id: account?.is_property_management ? property.owner_id : null,
    ...chargeSettings(property, account),
    accounting: property.accounting,
  };
}

/**
 * A changed booking with the settings of the property that it moves to. One that does not move keeps its copy: later
 * settings change no booking. Present charges stay as they were made.
 * @throws ApiError unavailable while the account is not known.
 */
export function withSettingsOfProperty(
  before: Pick<Place, 'property_id'>,
  after: BookingPart,
  references: BookingReferences,
): BookingPart {
  if (after.property_id === before.property_id) return after;
  return { ...after, ...copySettings(propertyOf(references, after.property_id), accountOf(references)) };
}
