import type { Property } from '@keyhaven/contracts/booking/property';
import type { AccountScope } from '@keyhaven/persistence/account-scope';
import type { BookingStore } from '../store/booking-store';
import { presentProperty, type PropertyBody } from '../store/property.model';

/** The property settings that only operators see. */
export type PropertySettings = Pick<
  PropertyBody,
  | 'owner_commission_percent'
  | 'accounting'
  | 'payment_due_hours'
  | 'payment_due_percent'
  | 'security_deposit_amount'
  | 'redirect_after_booking_url'
>;

/** A property as operators see it. */
export type OperatorProperty = Required<Property> & Required<PropertySettings> & { version: number };

/** Adds the settings to the public record of a property. */
export function operatorProperty(
  record: Required<Property>,
  all: PropertySettings,
  version: number,
): { record: OperatorProperty; version: number } {
  const { owner_commission_percent, accounting } = all;
  const { payment_due_hours, payment_due_percent, security_deposit_amount, redirect_after_booking_url } = all;
  const payment = { payment_due_hours, payment_due_percent, security_deposit_amount, redirect_after_booking_url };
  return { record: { ...record, owner_commission_percent, accounting, ...payment, version }, version };
}

export function presentOperatorProperty(body: PropertyBody): { record: OperatorProperty; version: number } {
  return operatorProperty(presentProperty(body), body, body.version);
}

/** @throws ApiError not_found. */
export async function getOperatorProperty(
  store: BookingStore,
  scope: AccountScope,
  id: number,
): Promise<{ record: OperatorProperty; version: number }> {
  return presentOperatorProperty(await store.properties.get(scope, { _id: id }));
}
