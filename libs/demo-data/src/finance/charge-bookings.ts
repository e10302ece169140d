import { discountCreation, surchargeCreation } from '@keyhaven/contracts/fees/definition-input';
import { taxCreation } from '@keyhaven/contracts/fees/tax';
import { calculateCharges } from '@keyhaven/stays/charges/calculate-charges';
import type {
  DiscountDefinition,
  StayCharge,
  SurchargeDefinition,
  TaxDefinition,
} from '@keyhaven/stays/charges/charge-types';
import { DISCOUNT_DEFAULTS, SURCHARGE_DEFAULTS } from '@keyhaven/stays/charges/definition-defaults';
import { localTimeAt } from '@keyhaven/stays/local-time';
import { nightsOf } from '@keyhaven/stays/nights';
import type { DemoPlan, PlannedBooking, PlannedCharge, PlannedDefinition } from '../plan/demo-plan';
import { demoCompany } from '../loading/create-demo-account';
import { plannedRents, type PlannedPrices } from '../pricing/planned-rents';

/** The parts of the plan that are needed to calculate charges. */
export type ChargedBy = PlannedPrices &
  Pick<DemoPlan, 'properties' | 'listingSites' | 'surcharges' | 'discounts' | 'taxes'>;

const TAX_DEFAULTS = {
  active: true,
  position: 0,
  amount: null,
  percent: null,
  applies_to: null,
  guests: 'adults_and_children' as const,
  max_nights: null,
  exempt_from_nights: null,
  valid_from: null,
  valid_to: null,
  is_inclusive: false,
};

/**
 * Adds charges to the bookings of guests. It uses the platform's own calculation, with the prices,
 * surcharges, discounts and taxes of the demo. Blocks and owners' own stays get no charges.
 */
export function chargeBookings(bookings: readonly PlannedBooking[], by: ChargedBy): PlannedBooking[] {
  const rentOf = plannedRents(by);
  const propertyId = positionIn(by.properties);
  const siteId = positionIn(by.listingSites);
  const { currency_code } = demoCompany;
  const scopeOf = ({ properties, listingSites }: PlannedDefinition, index: number) => ({
    id: index + 1,
    property_ids: properties.map(propertyId),
    listing_site_ids: listingSites.map(siteId),
  });
  const surcharges = by.surcharges.map((planned, index): SurchargeDefinition => {
    const sent = surchargeCreation.parse(planned.body);
    return { ...SURCHARGE_DEFAULTS[sent.type], currency_code, ...sent, ...scopeOf(planned, index) };
  });
  const discounts = by.discounts.map((planned, index): DiscountDefinition => {
    const sent = discountCreation.parse(planned.body);
    return { ...DISCOUNT_DEFAULTS[sent.type], currency_code, ...sent, ...scopeOf(planned, index) };
  });
  const taxes = by.taxes.map(({ property, remittedBy, body }, index): TaxDefinition & { property: string } => {
    const sent = taxCreation.omit({ property_id: true }).parse(body);
    return { ...TAX_DEFAULTS, ...sent, remitted_by_listing_site_ids: remittedBy.map(siteId), id: index + 1, property };
  });

  return bookings.map((booking) => {
    const { body, listingSite, property } = booking;
    if (body.is_block || body.type === 'owner') return booking;
    const property_id = propertyId(property);
    const { currency_code, time_zone, owner_commission_percent } = by.properties[property_id - 1]!.body;
    if (!currency_code || !time_zone || !body.booked_utc) throw new Error(`${booking.key} cannot be charged`);
    const { charges } = calculateCharges({
      surcharges,
      discounts,
      taxes: taxes.filter((tax) => tax.property === property),
      stay: {
        property_id,
        currency_code,
        listing_site_id: listingSite === null ? null : siteId(listingSite),
        nights: nightsOf(body).map((date) => ({ date, rent: rentOf(property, date), season_id: null })),
        adults: Number(body.adults ?? 0),
        children: Number(body.children ?? 0),
        pets: Number(body.pets ?? 0),
        booked_date: localTimeAt(new Date(body.booked_utc), time_zone).date,
        discount_code: null,
        is_owner_booking: false,
      },
      settings: {
        has_manager: demoCompany.is_property_management === true,
        owner_commission_percent: owner_commission_percent ?? null,
        taxes_remitted_by: 'manager',
      },
    });
    return { ...booking, charges: charges.map((charge) => plannedCharge(charge, by)) };
  });
}

/**
 * Returns a function that returns the position of a record in the plan, from 1. The calculation
 * uses the position as the id of the record, because the records have no ids yet.
 */
function positionIn(records: readonly { key: string }[]): (key: string) => number {
  const positions = new Map(records.map(({ key }, index) => [key, index + 1]));
  return (key) => positions.get(key)!;
}

function plannedCharge({ surcharge_id, discount_id, tax_id, ...charge }: StayCharge, by: ChargedBy): PlannedCharge {
  const id = surcharge_id ?? discount_id ?? tax_id;
  if (charge.type === 'rent' || id === undefined) return { ...charge, madeBy: null };
  const definitions = { surcharge: by.surcharges, discount: by.discounts, tax: by.taxes }[charge.type];
  return { ...charge, madeBy: { kind: charge.type, key: definitions[id - 1]!.key } };
}
