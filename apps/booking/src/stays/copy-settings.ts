import { chargeSettings } from '../charges/charge-settings';
import type { PropertyBody } from '../store/property.model';
import { accountOf, propertyOf } from './check-references';
import type { BookingReferences } from '../store/references';
import type { BookingPart, Place } from '../store/stay.model';

/**
 * What a booking copies of its property and of the account: owner and commission on property-management accounts, and the
 * settings of the accounting integration (specification, Bookings, rule 6).
 */
export function settingsAt(
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
 * A changed booking with the settings of the property that it moves to. Where it stays it keeps its copy: later settings
 * change no booking. Charges that it has stay as they were made.
 * @throws ApiError unavailable while the account is not known.
 */
export function withSettingsOfPlace(
  before: Pick<Place, 'property_id'>,
  after: BookingPart,
  references: BookingReferences,
): BookingPart {
  if (after.property_id === before.property_id) return after;
  return { ...after, ...settingsAt(propertyOf(references, after.property_id), accountOf(references)) };
}
