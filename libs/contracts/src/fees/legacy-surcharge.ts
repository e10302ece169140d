import { z } from 'zod';
import { calendarDate } from '../shared/dates';
import { id } from '../shared/inputs';
import { instant } from '../shared/instants';
import { bandMeasures, chargeCategories, chargeModes, surchargeTypes, weekdays } from './definition-words';

const dateRange = z.object({ from: calendarDate.nullable(), to: calendarDate.nullable() });
const countRange = z.object({ min: z.int().nullable(), max: z.int().nullable() }).nullable();

/** A surcharge in answers of version 1: the same fields in camelCase. */
export const legacySurcharge = z.object({
  id,
  type: z.enum(surchargeTypes),
  description: z.string(),
  active: z.boolean(),
  category: z.enum(chargeCategories),
  mode: z.enum(chargeModes),
  amount: z.number().nullable(),
  percent: z.number().nullable(),
  amounts: z.array(
    z.object({
      from: z.int(),
      to: z.int().nullable(),
      amount: z.number().nullable(),
      percent: z.number().nullable(),
    }),
  ),
  amountsBy: z.enum(bandMeasures),
  included: z.int(),
  currencyCode: z.string(),
  position: z.int(),
  propertyIds: z.array(id),
  listingSiteIds: z.array(id),
  seasonIds: z.array(id),
  criteria: z.object({
    stayDates: z.array(dateRange),
    weekdays: z.array(z.enum(weekdays)),
    arrivalDates: z.array(dateRange),
    bookedDates: z.array(dateRange),
    daysBeforeArrival: countRange,
    nights: countRange,
    adults: countRange,
    children: countRange,
    guests: countRange,
    pets: countRange,
    discountCode: z.string().nullable(),
  }),
  isTaxable: z.boolean(),
  isCombinable: z.boolean(),
  isCommissionAll: z.boolean(),
  isExpenseAll: z.boolean(),
  ownerCommissionPercent: z.number().nullable(),
  createdUtc: instant,
  updatedUtc: instant,
  deletedUtc: instant.nullable(),
});
export type LegacySurcharge = z.infer<typeof legacySurcharge>;
