import { propertyCreation } from '@keyhaven/contracts/booking/property-input';
import { propertyPricingPatch } from '@keyhaven/contracts/pricing/property-pricing';
import { z } from 'zod';
import properties from '../data/portfolio.json';
import prices from '../data/prices.json';
import rhythmData from '../data/rhythms.json';

/** A request body that its contract accepts. It is returned unchanged, without the defaults of the contract. */
const bodyOf = <Schema extends z.ZodType>(schema: Schema) =>
  z.custom<z.input<Schema>>().superRefine((body, context) => {
    const issues = schema.safeParse(body).error?.issues ?? [];
    for (const { path, message } of issues) context.addIssue({ code: 'custom', path, message });
  });

/** Where the guests of a property come from. */
const market = z.enum(['british', 'european', 'american', 'japanese', 'gulf', 'southern']);
export type Market = z.output<typeof market>;
/**
 * How long guests stay at a property, and on which weekday they arrive. A `house` is rented as a whole as well as by
 * room.
 */
const rhythm = z.enum(['city', 'country', 'holiday', 'room', 'house']);
export type Rhythm = z.output<typeof rhythm>;

/** The demo depends on these fields, which are optional in the contract. */
const propertyBody = propertyCreation.extend({
  currency_code: z.string(),
  bedrooms: z.number(),
  max_guests: z.number(),
  max_children: z.number().nullable(),
  max_pets: z.number(),
  /** Inactive properties are no longer rented. Snoozed ones accept no new bookings. */
  active: z.boolean(),
  is_snoozed: z.boolean(),
});

const portfolioEntry = z.strictObject({
  key: z.string(),
  /** The key of the owner's contact; null for the company's own properties. */
  owner: z.string().nullable(),
  /** The key of the house that this is a room of. */
  partOf: z.string().nullable(),
  market,
  rhythm,
  /** The yearly seasons with higher prices. Each consists of whole months, and their dates are mm-dd. */
  peakSeasons: z.array(z.strictObject({ name: z.string(), from: z.string(), to: z.string() })),
  /** The locks with a door code. Empty if guests receive a key. */
  locks: z.array(z.string()),
  /** How many hours local winter time is ahead of UTC. Exact enough for the time of cleaning. */
  hoursAheadOfUtc: z.number(),
  body: bodyOf(propertyBody),
});
export type PortfolioEntry = z.output<typeof portfolioEntry>;

/** Every property of the demo account. A house comes before its rooms. */
export const portfolio: readonly PortfolioEntry[] = z.array(portfolioEntry).parse(properties);

/** Whether a property accepts new bookings. */
export function isOnSale({ body }: PortfolioEntry): boolean {
  return body.active && !body.is_snoozed;
}

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
      minNightsInSeason: z.number(),
      /**
       * The rules for stays. The gap before a `house` is for preparing its rooms for a booking of the whole house.
       * Cleaning a `holiday` home takes a day, so there is a gap after each stay; stays of two nights may fill a gap.
       */
      pricing: bodyOf(propertyPricingPatch),
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
