import fees from '../data/fees.json';
import type { DemoPlan, PlannedDefinition } from '../plan/demo-plan';
import { currencyOf, portfolio } from '../plan/portfolio';

/**
 * Plans all surcharges, discounts and taxes. They include every type, mode and kind of scope. The
 * cleaning fees and pet fees are computed here, all others are in fees.json.
 */
export function planFees(firstDay: string): Pick<DemoPlan, 'surcharges' | 'discounts' | 'taxes'> {
  const year = Number(firstDay.slice(0, 4));
  const ofYears = (definitions: readonly PlannedDefinition[]) =>
    definitions.map((definition) => ({ ...definition, body: withYears(definition.body, year) }));
  return {
    surcharges: [...planCleaning(), ...planPets(), ...ofYears(fees.surcharges)],
    discounts: ofYears(fees.discounts),
    taxes: fees.taxes,
  };
}

/**
 * Adds years to the dates of a definition, because dates in fees.json have none. Each date range
 * becomes three ranges: one in the year of the demo's first day, one in the year before and one in
 * the year after.
 */
function withYears(body: PlannedDefinition['body'], year: number): PlannedDefinition['body'] {
  const criteria = body.criteria as { stay_dates?: { from: string; to: string }[] } | undefined;
  if (!criteria?.stay_dates) return body;
  const stay_dates = criteria.stay_dates.flatMap(({ from, to }) =>
    [year - 1, year, year + 1].map((first) => ({
      from: `${first}-${from}`,
      to: `${first + (to < from ? 1 : 0)}-${to}`,
    })),
  );
  return { ...body, criteria: { ...criteria, stay_dates } };
}

function planCleaning(): PlannedDefinition[] {
  return portfolio.map(({ key, rhythm, body: { currency_code, bedrooms } }) => {
    const [base, perBedroom] = currencyOf(currency_code).cleaning;
    const [description, amount] =
      rhythm === 'room' ? ['Room cleaning', base] : ['Final cleaning', base + bedrooms * perBedroom];
    const body = { type: 'cleaning', description, amount, currency_code, position: 10 };
    return { key: `cleaning-${key}`, properties: [key], listingSites: [], body };
  });
}

/** Plans one pet fee for each currency. It applies to the properties that accept pets. */
function planPets(): PlannedDefinition[] {
  const welcoming = portfolio.filter(({ body }) => body.max_pets > 0);
  return [...new Set(welcoming.map(({ body }) => body.currency_code))].map((currency_code) => ({
    key: `pets-${currency_code.toLowerCase()}`,
    properties: welcoming.filter(({ body }) => body.currency_code === currency_code).map(({ key }) => key),
    listingSites: [],
    body: { type: 'pet', description: 'Pet fee', amount: currencyOf(currency_code).pet, currency_code, position: 30 },
  }));
}
