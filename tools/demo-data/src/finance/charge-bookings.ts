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
import { demoCompany } from '../account/demo-account';
import type { DemoPlan, PlannedBooking, PlannedCharge, PlannedScope, PlannedTax } from '../demo-plan';
import { plannedRents, type PlannedPrices } from '../pricing/planned-rents';

/** What charges are made of. */
export type ChargedBy = PlannedPrices &
  Pick<DemoPlan, 'properties' | 'listingSites' | 'surcharges' | 'discounts' | 'taxes'>;

/**
 * Bookings of guests with what they cost, made as the platform makes charges: by its own calculation, from the prices,
 * surcharges, discounts and taxes of the demo. Blocks and the own stays of owners have none.
 */
export function chargeBookings(bookings: readonly PlannedBooking[], by: ChargedBy): PlannedBooking[] {
  const rentOf = plannedRents(by);
  // Until they have ids, records are known by their places in the plan.
  const placesOf = (records: readonly { key: string }[]) => new Map(records.map(({ key }, place) => [key, place + 1]));
  const [properties, listingSites] = [placesOf(by.properties), placesOf(by.listingSites)];
  const scopeOf = (scope: PlannedScope) => ({
    property_ids: scope.properties.map((key) => properties.get(key)!),
    listing_site_ids: scope.listingSites.map((key) => listingSites.get(key)!),
  });
  const common = { currency_code: demoCompany.currency_code };
  const surcharges = by.surcharges.map((planned, place): SurchargeDefinition => {
    const sent = surchargeCreation.parse(planned.body);
    return { ...SURCHARGE_DEFAULTS[sent.type], ...common, ...sent, ...scopeOf(planned), id: place + 1 };
  });
  const discounts = by.discounts.map((planned, place): DiscountDefinition => {
    const sent = discountCreation.parse(planned.body);
    return { ...DISCOUNT_DEFAULTS[sent.type], ...common, ...sent, ...scopeOf(planned), id: place + 1 };
  });
  const applicableTo = <Definition extends { property_ids: number[] }>(all: Definition[], property: number) =>
    all.filter(({ property_ids }) => property_ids.length === 0 || property_ids.includes(property));
  const ofProperty = new Map(
    by.properties.map(({ key, body }) => {
      const place = properties.get(key)!;
      const taxes = by.taxes.flatMap((planned, index) =>
        planned.property === key ? taxOf(planned, index + 1, listingSites) : [],
      );
      const definitions = {
        surcharges: applicableTo(surcharges, place),
        discounts: applicableTo(discounts, place),
        taxes,
      };
      return [key, { body, place, definitions }];
    }),
  );

  return bookings.map((booking) => {
    const { body, listingSite } = booking;
    if (body.is_block || body.type === 'owner') return booking;
    const property = ofProperty.get(booking.property)!;
    const { currency_code, time_zone, owner_commission_percent } = property.body;
    if (!currency_code || !time_zone || !body.booked_utc) throw new Error(`${booking.key} cannot be charged`);
    const { charges } = calculateCharges({
      ...property.definitions,
      stay: {
        property_id: property.place,
        currency_code,
        listing_site_id: listingSite === null ? null : listingSites.get(listingSite)!,
        nights: nightsOf(body).map((date) => ({ date, rent: rentOf(booking.property, date), season_id: null })),
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

function taxOf({ body, remittedBy }: PlannedTax, id: number, listingSites: Map<string, number>): TaxDefinition {
  const { property_id: _, ...sent } = taxCreation.parse({ ...body, property_id: 1 });
  return {
    active: true,
    position: 0,
    amount: null,
    percent: null,
    applies_to: null,
    guests: 'adults_and_children',
    max_nights: null,
    exempt_from_nights: null,
    valid_from: null,
    valid_to: null,
    is_inclusive: false,
    ...sent,
    remitted_by_listing_site_ids: remittedBy.map((key) => listingSites.get(key)!),
    id,
  };
}

function nightsOf({ arrival, departure }: PlannedBooking['body']): string[] {
  return Array.from({ length: dayNumber(departure) - dayNumber(arrival) }, (_, night) => addDays(arrival, night));
}

function plannedCharge(
  { surcharge_id, discount_id, tax_id, ...charge }: StayCharge,
  { surcharges, discounts, taxes }: ChargedBy,
): PlannedCharge {
  const keyAt = (records: readonly { key: string }[], place: number) => records[place - 1]!.key;
  if (surcharge_id) return { ...charge, madeBy: { kind: 'surcharge', key: keyAt(surcharges, surcharge_id) } };
  if (discount_id) return { ...charge, madeBy: { kind: 'discount', key: keyAt(discounts, discount_id) } };
  return { ...charge, madeBy: tax_id ? { kind: 'tax', key: keyAt(taxes, tax_id) } : null };
}
