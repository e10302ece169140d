import type { Booking } from '@keyhaven/contracts/booking/booking';
import type { Charge } from '@keyhaven/contracts/booking/charge';
import type { Property } from '@keyhaven/contracts/booking/property';
import type { Quote } from '@keyhaven/contracts/booking/quote';

const utc = '2030-01-02T10:00:00Z';

/** A property in a response of the API. */
export function propertyOf(id: number, name: string, changes: Partial<Property> = {}): Property {
  return {
    id,
    key: '00000000-0000-4000-8000-000000000000',
    name,
    external_name: null,
    internal_code: null,
    active: true,
    is_snoozed: false,
    time_zone: null,
    currency_code: 'EUR',
    property_type: null,
    address: null,
    latitude: null,
    longitude: null,
    bathrooms: null,
    bathrooms_full: null,
    bathrooms_half: null,
    bedrooms: null,
    living_area: null,
    max_adults: null,
    max_children: null,
    max_guests: null,
    max_pets: null,
    check_in: null,
    check_in_end: null,
    check_out: null,
    display_order: 0,
    owner_id: null,
    public_url: null,
    thumbnail_url: null,
    thumbnail_url_medium: null,
    thumbnail_url_large: null,
    created_utc: utc,
    updated_utc: utc,
    ...changes,
  };
}

const inShort = { external_name: null, internal_code: null, public_url: null };

/** A booking at a property, from 3 to 5 July 2040. The guest is Bo Chen. */
export function bookingOf(id: number, changes: Partial<Booking> = {}): Booking {
  const property_id = changes.property_id ?? 1;
  return {
    id,
    type: 'booking',
    is_block: false,
    status: 'active',
    property_id,
    property: { id: property_id, name: `Property ${property_id}`, ...inShort },
    guest_id: 5,
    guest: { id: 5, first_name: 'Bo', last_name: 'Chen' },
    owner_id: null,
    quote_id: null,
    arrival: '2040-07-03',
    departure: '2040-07-05',
    check_in: '16:00',
    check_in_end: null,
    check_out: '10:00',
    adults: 2,
    children: 1,
    infants: 0,
    pets: 0,
    title: null,
    notes: null,
    booked_utc: utc,
    created_utc: utc,
    updated_utc: utc,
    canceled_utc: null,
    pending_until_utc: null,
    cleaning_date: null,
    currency_code: 'EUR',
    listing_site: null,
    listing_site_id: null,
    platform_reservation_number: null,
    platform_email_address: null,
    form_key: 'f',
    thread_ids: [],
    total_amount: 200,
    total_host_fees: 0,
    total_paid: 150,
    total_refunded: 0,
    total_owed: 50,
    has_problem: false,
    overbooked_nights: [],
    travel_insurance: { can_purchase: false, is_purchased: false },
    discount_code: null,
    broken_rules: [],
    ...changes,
  };
}

/** A charge of rent. */
export function chargeOf(changes: Partial<Charge> = {}): Charge {
  return {
    type: 'rent',
    description: 'Rent',
    amount: 200,
    rate: 200,
    rate_is_percent: false,
    position: 0,
    is_taxable: true,
    is_channel_managed: false,
    is_commission_all: false,
    is_expense_all: false,
    commission_amount: 40,
    owner_amount: 160,
    owner_commission_percent: 20,
    ...changes,
  };
}

/** A quote for Bo Chen, from 3 to 5 July 2040. */
export function quoteOf(id: number, changes: Partial<Quote> = {}): Quote {
  return {
    id,
    name: 'Property 1, 3 to 5 July',
    status: 'open',
    booking_id: null,
    property_id: 1,
    property: { id: 1, name: 'Property 1', ...inShort },
    guest_id: 5,
    guest: { id: 5, first_name: 'Bo', last_name: 'Chen' },
    arrival: '2040-07-03',
    departure: '2040-07-05',
    check_in: null,
    check_out: null,
    adults: 2,
    children: 0,
    infants: 0,
    pets: 0,
    notes: null,
    listing_site: null,
    listing_site_id: null,
    discount_code: null,
    hold_dates: false,
    expires_utc: '2040-07-01T10:00:00Z',
    currency_code: 'EUR',
    total_amount: 200,
    security_deposit_amount: null,
    payment_form: null,
    redirect_after_booking_url: null,
    broken_rules: [],
    created_utc: utc,
    updated_utc: utc,
    ...changes,
  };
}
