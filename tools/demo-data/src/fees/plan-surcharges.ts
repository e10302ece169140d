import type { PlannedSurcharge } from '../demo-plan';
import { portfolio } from '../properties/portfolio';
import type { PortfolioEntry } from '../properties/portfolio-entry';

/** What cleaning costs in a currency: for a place without a bedroom, and for each bedroom. */
const cleaningPrices: Readonly<Record<string, [base: number, perBedroom: number]>> = {
  GBP: [35, 15],
  EUR: [40, 17.5],
  CHF: [80, 30],
  SEK: [600, 200],
  JPY: [5000, 2500],
  KWD: [12.5, 4.75],
  USD: [65, 30],
  CAD: [80, 35],
  MXN: [450, 250],
  AUD: [95, 40],
  NZD: [90, 40],
  ZAR: [400, 225],
};

/** What a pet costs a stay, where pets are welcome. */
const petPrices: Readonly<Record<string, number>> = {
  GBP: 20,
  EUR: 25,
  SEK: 250,
  USD: 50,
  CAD: 60,
  AUD: 60,
  NZD: 50,
};

/** Surcharges and rate adjusters: every type, mode and kind of scope is among them. */
export function planSurcharges(firstDay: string): PlannedSurcharge[] {
  return [...planCleaning(), ...planPets(), ...planExtras(), ...planAdjusters(Number(firstDay.slice(0, 4)))];
}

function priceOf<Price>(prices: Readonly<Record<string, Price>>, currency: string): Price {
  const price = prices[currency];
  if (price === undefined) throw new Error(`no price in ${currency}`);
  return price;
}

function planCleaning(): PlannedSurcharge[] {
  return portfolio.map(({ key, currency, bedrooms, rhythm }) => {
    const [base, perBedroom] = priceOf(cleaningPrices, currency);
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

function planPets(): PlannedSurcharge[] {
  const welcoming = portfolio.filter(({ pets }) => pets > 0);
  return [...new Set(welcoming.map(({ currency }) => currency))].map((currency) => ({
    key: `pets-${currency.toLowerCase()}`,
    properties: keysOf(welcoming.filter((entry) => entry.currency === currency)),
    listingSites: [],
    body: {
      type: 'pet',
      description: 'Pet fee',
      amount: priceOf(petPrices, currency),
      currency_code: currency,
      position: 30,
    },
  }));
}

function planExtras(): PlannedSurcharge[] {
  return [
    {
      key: 'extra-guests',
      properties: ['live-oak-bungalow', 'haystack-lookout', 'timberline-a-frame'],
      listingSites: [],
      body: { type: 'guest', description: 'Extra guests', amount: 20, included: 4, currency_code: 'USD', position: 20 },
    },
    {
      key: 'linen-tuscany',
      properties: ['podere-la-civetta', 'villa-ginestra'],
      listingSites: [],
      // The laundry sends its own bill.
      body: {
        type: 'linen',
        description: 'Bed linen and towels',
        amount: 15,
        currency_code: 'EUR',
        position: 40,
        is_expense_all: true,
      },
    },
    {
      key: 'firewood-kenmore',
      properties: ['old-boathouse-kenmore'],
      listingSites: [],
      body: {
        type: 'other',
        description: 'Firewood',
        category: 'utilities',
        mode: 'per_night',
        amount: 6.5,
        currency_code: 'GBP',
        position: 50,
      },
    },
    {
      key: 'pool-heating-tavira',
      properties: ['quinta-do-sobreiro'],
      listingSites: [],
      body: {
        type: 'custom',
        description: 'Pool heating',
        category: 'utilities',
        mode: 'per_night',
        amounts: [
          { from: 1, to: 6, amount: 30 },
          { from: 7, amount: 22.5 },
        ],
        amounts_by: 'nights',
        currency_code: 'EUR',
        position: 50,
      },
    },
    {
      key: 'booking-service',
      properties: [],
      listingSites: ['own-site'],
      body: {
        type: 'custom',
        description: 'Service fee',
        category: 'service',
        mode: 'percent_of_subtotal',
        percent: 3.5,
        position: 90,
        is_commission_all: true,
      },
    },
    {
      key: 'damage-waiver',
      properties: [],
      listingSites: [],
      body: { type: 'other', description: 'Damage waiver', category: 'service', percent: 2, active: false },
    },
  ];
}

function planAdjusters(year: number): PlannedSurcharge[] {
  const turnsOfYear = [year - 1, year, year + 1].map((y) => ({ from: `${y}-12-27`, to: `${y + 1}-01-03` }));
  return [
    {
      key: 'airbnb-mark-up',
      properties: [],
      listingSites: ['airbnb'],
      body: { type: 'rate_adjuster', description: 'Airbnb commission', percent: 12.5 },
    },
    {
      key: 'city-weekends',
      properties: keysOf(portfolio.filter(({ rhythm, state }) => rhythm === 'city' && state === undefined)),
      listingSites: [],
      body: {
        type: 'rate_adjuster',
        description: 'City weekends',
        percent: 8,
        criteria: { weekdays: ['friday', 'saturday'] },
      },
    },
    {
      key: 'new-year-niseko',
      properties: ['niseko-shirakaba-lodge'],
      listingSites: [],
      body: {
        type: 'rate_adjuster',
        description: 'Turn of the year',
        mode: 'per_night',
        amount: 18_000,
        currency_code: 'JPY',
        criteria: { stay_dates: turnsOfYear },
      },
    },
  ];
}

function keysOf(entries: readonly PortfolioEntry[]): string[] {
  return entries.map(({ key }) => key);
}
