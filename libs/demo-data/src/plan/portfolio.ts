import { z } from 'zod';
import properties from '../data/portfolio.json';
import prices from '../data/prices.json';
import rhythmData from '../data/rhythms.json';

/** Where the guests of a property come from. */
const market = z.enum(['british', 'european', 'american', 'japanese', 'gulf', 'southern']);
export type Market = z.output<typeof market>;
/**
 * How long guests stay at a property, and on which weekday they arrive. A `house` is rented as a whole as well as by
 * room.
 */
const rhythm = z.enum(['city', 'country', 'holiday', 'room', 'house']);
export type Rhythm = z.output<typeof rhythm>;
/** A local time of day, hh:mm. */
const time = z.string();

const portfolioEntry = z.strictObject({
  key: z.string(),
  name: z.string(),
  headline: z.string(),
  code: z.string(),
  type: z.string(),
  /** Snoozed properties accept no new bookings. Inactive properties are no longer rented. */
  state: z.enum(['snoozed', 'inactive']).optional(),
  /** The key of the house that this is a room of. */
  partOf: z.string().optional(),
  timeZone: z.string(),
  /** How many hours local winter time is ahead of UTC. Exact enough for the time of cleaning. */
  hoursAheadOfUtc: z.number(),
  currency: z.string(),
  address: z.record(z.string(), z.string()),
  latitude: z.number(),
  longitude: z.number(),
  bedrooms: z.number(),
  /** The numbers of bathrooms with a bath or shower, and of those without. */
  bathrooms: z.tuple([z.number(), z.number()]),
  squareMetres: z.number(),
  guests: z.number(),
  /** The maximum number of children. With 0, children are not accepted; null means no limit. */
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
  /** The locks with a door code. Empty if guests receive a key. */
  locks: z.array(z.string()),
  market,
  rhythm,
  peakMonths: z.array(z.number()),
});
export type PortfolioEntry = z.output<typeof portfolioEntry>;

/** Every property of the demo account. A house comes before its rooms. */
export const portfolio: readonly PortfolioEntry[] = z.array(portfolioEntry).parse(properties);

const nights = z.array(z.number());
/** For each kind of rhythm, how its properties are booked. */
export const rhythms = z
  .record(
    rhythm,
    z.strictObject({
      /**
       * The lengths of stays that begin on a Friday, on a Saturday, and on other days, in nights. All are equally
       * likely.
       */
      friday: nights,
      saturday: nights,
      otherDays: nights,
      /** The shortest stay, even in a short gap. */
      shortest: z.number(),
      /** The weekdays on which stays begin after a gap. 0 is Sunday. */
      arrivalDays: z.array(z.number()),
      /** The probability that a stay lasts several weeks. */
      longStays: z.number(),
      /** The fraction of nights that a property sells in a year, from 0 to 1. A night is sold once in a house or its rooms. */
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
      /** The approximate value of a euro in the currency, and the step to which hosts round prices. */
      perEuro: z.number(),
      step: z.number(),
      /** The cleaning fee of a home without a bedroom, and the addition for each bedroom. */
      cleaning: z.tuple([z.number(), z.number()]),
      /** The fee per pet, if pets are allowed. */
      pet: z.number().optional(),
      /** The security deposit of larger homes. */
      deposit: z.number().nullable(),
    }),
  )
  .parse(prices.currencies);

/**
 * Returns the prices in a currency.
 * @throws Error if prices.json has none.
 */
export function currencyOf(code: string) {
  const found = currencies[code];
  if (!found) throw new Error(`demo data: prices.json has no prices in ${code}`);
  return found;
}
