import { propertyCreation } from '@keyhaven/contracts/booking/property-input';
import { propertyPricingPatch } from '@keyhaven/contracts/pricing/property-pricing';
import { z } from 'zod';
import properties from '../data/portfolio.json';
import prices from '../data/prices.json';
import rhythmData from '../data/rhythms.json';

/**
 * Validates a request body against the schema of its contract. Returns the body unchanged, without
 * the schema's defaults.
 */
const bodyOf = <Schema extends z.ZodType>(schema: Schema) =>
  z.custom<z.input<Schema>>().superRefine((body, context) => {
    const issues = schema.safeParse(body).error?.issues ?? [];
    for (const { path, message } of issues) context.addIssue({ code: 'custom', path, message });
  });

/** The region from which most guests of a property come. */
const market = z.enum(['british', 'european', 'american', 'japanese', 'gulf', 'southern']);
export type Market = z.output<typeof market>;
/**
 * How long guests stay at a property, and on which weekdays they arrive. A `house` is rented both
 * as a whole and room by room.
 */
const rhythm = z.enum(['city', 'country', 'holiday', 'room', 'house']);
export type Rhythm = z.output<typeof rhythm>;

/** These fields are optional in the contract, but required for the demo. */
const propertyBody = propertyCreation.extend({
  currency_code: z.string(),
  bedrooms: z.number(),
  max_guests: z.number(),
  max_children: z.number().nullable(),
  max_pets: z.number(),
  /**
   * Inactive properties are no longer rented. Snoozed properties temporarily accept no new
   * bookings.
   */
  active: z.boolean(),
  is_snoozed: z.boolean(),
});

const portfolioEntry = z.strictObject({
  key: z.string(),
  /** The key of the owner; null for properties that the company itself owns. */
  owner: z.string().nullable(),
  /** If this property is a room of a house, the key of the house. */
  partOf: z.string().nullable(),
  market,
  rhythm,
  /** The yearly seasons with higher prices. Each consists of whole months. Dates are mm-dd. */
  peakSeasons: z.array(z.strictObject({ name: z.string(), from: z.string(), to: z.string() })),
  /** The names of the locks that open with a door code. Empty if guests receive a key. */
  locks: z.array(z.string()),
  /**
   * How many hours the property's winter time is ahead of UTC. Summer time is ignored, which is
   * exact enough for cleaning times.
   */
  hoursAheadOfUtc: z.number(),
  body: bodyOf(propertyBody),
});
export type PortfolioEntry = z.output<typeof portfolioEntry>;

/** All properties of the demo account. A house comes before its rooms. */
export const portfolio: readonly PortfolioEntry[] = z.array(portfolioEntry).parse(properties);

/** Whether a property accepts new bookings. */
export function isOnSale({ body }: PortfolioEntry): boolean {
  return body.active && !body.is_snoozed;
}

const nights = z.array(z.number());
/** How properties are booked, by rhythm. */
export const rhythms = z
  .record(
    rhythm,
    z.strictObject({
      /**
       * The possible numbers of nights of a stay, by the weekday of arrival: Friday, Saturday,
       * other days. Each number in a list is equally likely.
       */
      friday: nights,
      saturday: nights,
      otherDays: nights,
      /** The minimum number of nights of a stay. Gaps that are shorter stay empty. */
      shortest: z.number(),
      /** The preferred weekdays for arrivals after a gap of several nights. 0 is Sunday. */
      arrivalDays: z.array(z.number()),
      /** The probability that a stay has 18 to 30 nights. */
      longStays: z.number(),
      /**
       * The fraction of nights that are booked in a year, from 0 to 1. It is lower for houses and their rooms: a night
       * that is booked in a house cannot be booked in its rooms, and vice versa.
       */
      occupancy: z.number(),
      minNightsInSeason: z.number(),
      /**
       * The stay rules. A `house` requires a gap before a stay, to prepare its rooms for a booking
       * of the whole house. A `holiday` home requires a gap after each stay, because cleaning takes
       * a day. Stays of two nights may fill a gap.
       */
      pricing: bodyOf(propertyPricingPatch),
    }),
  )
  .parse(rhythmData);

const currencies = z
  .record(
    z.string(),
    z.strictObject({
      /**
       * The approximate value of one euro in this currency, and the step to which prices are
       * rounded.
       */
      perEuro: z.number(),
      step: z.number(),
      /**
       * The cleaning fee of a home without bedrooms, and the amount that is added for each bedroom.
       */
      cleaning: z.tuple([z.number(), z.number()]),
      /** The fee for each pet; omitted if no property with this currency accepts pets. */
      pet: z.number().optional(),
      /** The security deposit of properties for many guests. */
      deposit: z.number().nullable(),
    }),
  )
  .parse(prices.currencies);

/**
 * Returns the prices in a currency.
 * @throws Error if prices.json does not contain the currency.
 */
export function currencyOf(code: string) {
  const found = currencies[code];
  if (!found) throw new Error(`demo data: prices.json has no prices in ${code}`);
  return found;
}
