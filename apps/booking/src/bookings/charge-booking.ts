import type { AccountScope } from '@keyhaven/persistence/account-scope';
import { chargeStay, containedTaxesOf } from '../charges/charge-stay';
import type { UnwrittenBooking } from '../stays/draft-booking';
import type { BookingStore } from '../store/booking-store';
import type { PropertyBody } from '../store/property.model';
import type { BookingPart } from './domain/booking-part';

/** The parts of a request that affect the charges. */
export interface ChargeRequest {
  ignoresRules: boolean;
  /**
   * Whether the request sends a new discount code. False if the booking already has this code,
   * because that code was checked earlier.
   */
  sendsCode: boolean;
}

/**
 * Calculates the charges of a booking at the property's current rates. Enforces the property's rules (see `judgeStay`).
 * Adds no rent charge for an owner's own stay.
 * @throws ApiError bad_request; unavailable while pricing or fees cannot be called.
 */
export async function chargeBooking(
  store: BookingStore,
  scope: AccountScope,
  booking: UnwrittenBooking,
  property: PropertyBody,
  { ignoresRules, sendsCode }: ChargeRequest,
): Promise<Pick<BookingPart, 'charges' | 'contained_taxes' | 'currency_code' | 'broken_rules'>> {
  const { charges, explanation, currency_code, broken_rules } = await chargeStay(
    store,
    scope,
    {
      property_id: booking.property_id,
      arrival: booking.arrival,
      departure: booking.departure,
      adults: booking.adults,
      children: booking.children,
      pets: booking.pets,
      listing_site_id: booking.listing_site_id,
      discount_code: booking.discount_code ?? null,
      refusesCode: sendsCode,
      is_owner_booking: booking.type === 'owner',
      booked_utc: booking.booked_utc,
      settings: {
        has_manager: booking.has_manager,
        owner_commission_percent: booking.owner_commission_percent,
        taxes_remitted_by: booking.taxes_remitted_by,
      },
    },
    property,
    { judge: 'booking', ignoresRules, ownBookingId: booking.id },
  );
  return { charges, contained_taxes: containedTaxesOf(explanation), currency_code, broken_rules };
}
