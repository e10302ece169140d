import { z } from 'zod';
import properties from './data/portfolio.json';
import prices from './data/prices.json';
import rhythmData from './data/rhythms.json';

/** Where the guests of a property come from. */
const market = z.enum(['british', 'european', 'american', 'japanese', 'gulf', 'southern']);
export type Market = z.output<typeof market>;
/** How long people stay at a property, and from which weekday. A house is sold whole beside its rooms. */
const rhythm = z.enum(['city', 'country', 'holiday', 'room', 'house']);
export type Rhythm = z.output<typeof rhythm>;
/** Local times, hh:mm. */
const time = z.string();

const portfolioEntry = z.strictObject({
  key: z.string(),
  name: z.string(),
  headline: z.string(),
  code: z.string(),
  type: z.string(),
  /** Snoozed: nothing new is sold. Inactive: no longer let. */
  state: z.enum(['snoozed', 'inactive']).optional(),
  /** The key of the house that this is a room of. */
  partOf: z.string().optional(),
  timeZone: z.string(),
  /** Hours that local time is ahead of UTC in winter: near enough for the cleaner's time. */
  hoursAheadOfUtc: z.number(),
  currency: z.string(),
  address: z.record(z.string(), z.string()),
  latitude: z.number(),
  longitude: z.number(),
  bedrooms: z.number(),
  /** Bathrooms with a bath or shower, and those without. */
  bathrooms: z.tuple([z.number(), z.number()]),
  squareMetres: z.number(),
  guests: z.number(),
  /** 0 takes none, null any number. */
  children: z.number().nullable(),
  pets: z.number(),
  checkIn: z.tuple([time, time.nullable()]),
  checkOut: time,
  /** The key of the owner's contact; null for the company's own properties. */
  owner: z.string().nullable(),
  commissionPercent: z.number().nullable(),
  tags: z.array(z.string()),
  fields: z.record(z.string(), z.string()),
  photos: z.array(z.string()),
  /** Locks with a code; none where guests receive a key. */
  locks: z.array(z.string()),
  market,
  rhythm,
  peakMonths: z.array(z.number()),
});
export type PortfolioEntry = z.output<typeof portfolioEntry>;

/** Every property of the demo account; a house stands before its rooms. */
export const portfolio: readonly PortfolioEntry[] = z.array(portfolioEntry).parse(properties);

const nights = z.array(z.number());
/** How a property of each rhythm is let. */
export const rhythms = z
  .record(
    rhythm,
    z.strictObject({
      /** Nights of stays that begin on a Friday, on a Saturday, and on other days, all equally likely. */
      friday: nights,
      saturday: nights,
      otherDays: nights,
      /** The fewest nights that are let, however short the gap. */
      shortest: z.number(),
      /** Weekdays on which stays begin after a gap; 0 is Sunday. */
      arrivalDays: z.array(z.number()),
      /** The probability that a stay takes several weeks. */
      longStays: z.number(),
      /** The part of its nights that a property sells over a year. A house shares its nights with its rooms. */
      occupancy: z.number(),
      /** The minimum stay out of season and in season. */
      minNights: z.tuple([z.number(), z.number()]),
    }),
  )
  .parse(rhythmData);

const currencies = z
  .record(
    z.string(),
    z.strictObject({
      /** About how much of the currency a euro is worth, and the step in which hosts write prices. */
      perEuro: z.number(),
      step: z.number(),
      /** The cleaning fee: of a home without a bedroom, and for each bedroom. */
      cleaning: z.tuple([z.number(), z.number()]),
      /** The fee for a pet, where pets are welcome. */
      pet: z.number().optional(),
      /** The security deposit of larger homes. */
      deposit: z.number().nullable(),
    }),
  )
  .parse(prices.currencies);

/** The prices of a currency. @throws Error when prices.json has none. */
export function currencyOf(code: string) {
  const found = currencies[code];
  if (!found) throw new Error(`demo data: prices.json has no prices in ${code}`);
  return found;
}
