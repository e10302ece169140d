import { discountCreation, surchargeCreation } from '@keyhaven/contracts/fees/definition-input';
import { taxCreation } from '@keyhaven/contracts/fees/tax';
import { addDays, dayNumber } from '@keyhaven/stays/calendar-date';
import { calculateCharges } from '@keyhaven/stays/charges/calculate-charges';
import type {
  DiscountDefinition,
  StayCharge,
  SurchargeDefinition,
  TaxDefinition,
} from '@keyhaven/stays/charges/charge-types';
import { DISCOUNT_DEFAULTS, SURCHARGE_DEFAULTS } from '@keyhaven/stays/charges/definition-defaults';
import { localTimeAt } from '@keyhaven/stays/local-time';
import type { DemoPlan, PlannedBooking, PlannedCharge, PlannedDefinition, PlannedTax } from '../plan/demo-plan';
import { demoCompany } from '../loading/create-demo-account';
import { plannedRents, type PlannedPrices } from '../pricing/planned-rents';

/** The parts of the plan from which charges are calculated. */
export type ChargedBy = PlannedPrices &
  Pick<DemoPlan, 'properties' | 'listingSites' | 'surcharges' | 'discounts' | 'taxes'>;

/**
 * Adds the charges to the bookings of guests, using the platform's own calculation with the prices, surcharges,
 * discounts and taxes of the demo. Blocks and owners' own stays have no charges.
 */
export function chargeBookings(bookings: readonly PlannedBooking[], by: ChargedBy): PlannedBooking[] {
  const rentOf = plannedRents(by);
  // Records have no ids yet, so use their positions in the plan, from 1, as ids.
  const [propertyIds, siteIds] = [positionsOf(by.properties), positionsOf(by.listingSites)];
  const common = ({ properties, listingSites }: PlannedDefinition, index: number) => ({
    property_ids: properties.map((key) => propertyIds.get(key)!),
    listing_site_ids: listingSites.map((key) => siteIds.get(key)!),
    id: index + 1,
  });
  const { currency_code } = demoCompany;
  const surcharges = by.surcharges.map((planned, index): SurchargeDefinition => {
    const sent = surchargeCreation.parse(planned.body);
    return { ...SURCHARGE_DEFAULTS[sent.type], currency_code, ...sent, ...common(planned, index) };
  });
  const discounts = by.discounts.map((planned, index): DiscountDefinition => {
    const sent = discountCreation.parse(planned.body);
    return { ...DISCOUNT_DEFAULTS[sent.type], currency_code, ...sent, ...common(planned, index) };
  });
  const taxes = by.taxes.map((planned, index) => ({ ...planned, tax: taxOf(planned, index + 1, siteIds) }));
  const definitionsOf = new Map(
    by.properties.map(({ key }) => {
      const id = propertyIds.get(key)!;
      const isApplicable = (one: { property_ids: number[] }) =>
        one.property_ids.length === 0 || one.property_ids.includes(id);
      const ofProperty = taxes.filter(({ property }) => property === key).map(({ tax }) => tax);
      return [
        key,
        { surcharges: surcharges.filter(isApplicable), discounts: discounts.filter(isApplicable), taxes: ofProperty },
      ];
    }),
  );

  return bookings.map((booking) => {
    const { body, listingSite, property } = booking;
    if (body.is_block || body.type === 'owner') return booking;
    const property_id = propertyIds.get(property)!;
    const { currency_code, time_zone, owner_commission_percent } = by.properties[property_id - 1]!.body;
    if (!currency_code || !time_zone || !body.booked_utc) throw new Error(`${booking.key} cannot be charged`);
    const { charges } = calculateCharges({
      ...definitionsOf.get(property)!,
      stay: {
        property_id,
        currency_code,
        listing_site_id: listingSite === null ? null : siteIds.get(listingSite)!,
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

function positionsOf(records: readonly { key: string }[]): Map<string, number> {
  return new Map(records.map(({ key }, index) => [key, index + 1]));
}

const taxDefaults = {
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

function taxOf({ body, remittedBy }: PlannedTax, id: number, siteIds: Map<string, number>): TaxDefinition {
  const { property_id: _, ...sent } = taxCreation.parse({ ...body, property_id: 1 });
  return { ...taxDefaults, ...sent, remitted_by_listing_site_ids: remittedBy.map((key) => siteIds.get(key)!), id };
}

function nightsOf({ arrival, departure }: PlannedBooking['body']): string[] {
  return Array.from({ length: dayNumber(departure) - dayNumber(arrival) }, (_, night) => addDays(arrival, night));
}

function plannedCharge(
  { surcharge_id, discount_id, tax_id, ...charge }: StayCharge,
  { surcharges, discounts, taxes }: ChargedBy,
): PlannedCharge {
  if (surcharge_id) return { ...charge, madeBy: { kind: 'surcharge', key: surcharges[surcharge_id - 1]!.key } };
  if (discount_id) return { ...charge, madeBy: { kind: 'discount', key: discounts[discount_id - 1]!.key } };
  return { ...charge, madeBy: tax_id ? { kind: 'tax', key: taxes[tax_id - 1]!.key } : null };
}
