import type { ChargeSettings } from '@keyhaven/stays/charges/charge-types';
import type { BookingReferences } from '../store/references';
import type { PropertyBody } from '../store/property.model';

/**
 * How new charges are divided between owner and manager. An account that does not manage properties
 * for owners takes no commission.
 */
export function chargeSettings(
  property: Pick<PropertyBody, 'owner_commission_percent'>,
  account: BookingReferences['account'],
): ChargeSettings {
  const has_manager = account?.is_property_management === true;
  return {
    has_manager,
    owner_commission_percent: has_manager ? property.owner_commission_percent : null,
    taxes_remitted_by: account?.taxes_remitted_by ?? 'manager',
  };
}
