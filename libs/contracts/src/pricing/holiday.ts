import { z } from 'zod';
import { id, text } from '../shared/inputs';
import { instant } from '../shared/instants';
import { periodDay, propertyScopeInput } from './periods';

/** A named day, or several days, that the calendar shows. */
export const holiday = z.object({
  id,
  name: z.string(),
  /** First and last night: yyyy-mm-dd, or mm-dd for every year. */
  from: z.string(),
  to: z.string(),
  property_ids: z.array(id).nullable(),
  created_utc: instant,
  updated_utc: instant,
});
export type Holiday = z.infer<typeof holiday>;

const writable = z.object({
  name: text(100).min(1),
  from: periodDay,
  to: periodDay,
  property_ids: propertyScopeInput,
});
/** `to` may be left out for a holiday of one day. */
export const holidayCreation = writable.partial().required({ name: true, from: true });
export type HolidayCreation = z.output<typeof holidayCreation>;
export const holidayPatch = writable.partial();
export type HolidayPatch = z.output<typeof holidayPatch>;

/** The most holidays of an account. */
export const MAX_HOLIDAYS = 2000;
