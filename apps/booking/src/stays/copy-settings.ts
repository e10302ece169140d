import type { BookingPart } from '../bookings/domain/booking-part';
import { hasMoney } from '../bookings/domain/currency-rules';
import { chargeSettings } from '../charges/charge-settings';
import { currencyOf } from '../store/present-booking';
import type { PropertyBody } from '../store/property.model';
import { accountOf, type BookingReferences, propertyOf } from '../store/references';

/**
 * The settings that a booking copies from its property and account: accounting codes, the remitter
 * of taxes, and on property-management accounts also owner and commission.
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
 * Gives a booking that moves to another property the settings of that property, also its currency if the booking
 * keeps neither charges nor recorded money. Any other booking keeps its settings. Charges do not change.
 * @throws ApiError unavailable while this service has not received the account.
 */
export function withSettingsOfProperty(
  before: BookingPart,
  after: BookingPart,
  references: BookingReferences,
): BookingPart {
  if (after.property_id === before.property_id) return after;
  const property = propertyOf(references, after.property_id);
  const keepsCharges = before.charges.length > 0 && after.charges.length > 0;
  const keepsCurrency = keepsCharges || hasMoney(after.totals);
  return {
    ...after,
    ...copySettings(property, accountOf(references)),
    currency_code: keepsCurrency ? (after.currency_code ?? currencyOf(before, references)) : property.currency_code,
  };
}
