import fees from '../data/fees.json';
import type { DemoPlan, PlannedDefinition } from '../plan/demo-plan';
import { currencyOf, portfolio } from '../plan/portfolio';

/**
 * Plans all surcharges, discounts and taxes. They include every type, mode and kind of scope. Those that are not
 * computed here are in fees.json.
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
 * The dates in fees.json have no year. Adds each of them for the year of the first day, the year before and the year
 * after.
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
  return portfolio.map(({ key, currency, bedrooms, rhythm }) => {
    const [base, perBedroom] = currencyOf(currency).cleaning;
    return {
      key: `cleaning-${key}`,
      properties: [key],
      listingSites: [],
      body: {
        type: 'cleaning',
        description: rhythm === 'room' ? 'Room cleaning' : 'Final cleaning',
        amount: rhythm === 'room' ? base : base + bedrooms * perBedroom,
        currency_code: currency,
        position: 10,
      },
    };
  });
}

/** Plans one pet fee per currency, for all properties that accept pets. */
function planPets(): PlannedDefinition[] {
  const welcoming = portfolio.filter(({ pets }) => pets > 0);
  return [...new Set(welcoming.map(({ currency }) => currency))].map((currency) => ({
    key: `pets-${currency.toLowerCase()}`,
    properties: welcoming.filter((entry) => entry.currency === currency).map(({ key }) => key),
    listingSites: [],
    body: {
      type: 'pet',
      description: 'Pet fee',
      amount: currencyOf(currency).pet,
      currency_code: currency,
      position: 30,
    },
  }));
}
