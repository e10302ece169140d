import { z } from 'zod';
import { calendarDate } from '../shared/dates';
import { id, idInput } from '../shared/inputs';
import { instant } from '../shared/instants';
import { pagingQuery } from '../shared/paging';
import { propertyFilter } from '../shared/property-filter';

/** `pending` while the bookings of both properties are looked through, `removing` while the link is taken back. */
export const linkStates = ['pending', 'active', 'removing'] as const;
export type LinkState = (typeof linkStates)[number];

/** Two properties that cannot both be occupied: mutual, and never by way of a third. */
export const link = z.object({
  id,
  /** Ascending. */
  property_ids: z.tuple([id, id]),
  /**
   * The first night for which it counts: the day at the properties when it was made, the earlier one where they are in
   * different time zones. Nights before it can be those of both.
   */
  counts_from: calendarDate,
  state: z.enum(linkStates),
  created_utc: instant,
  updated_utc: instant,
});
export type Link = z.infer<typeof link>;

export const linkCreation = z.object({
  property_ids: z
    .array(idInput)
    .length(2, { error: 'expected the ids of two properties' })
    .transform(([a, b]): [number, number] => (a! < b! ? [a!, b!] : [b!, a!]))
    .refine(([a, b]) => a !== b, { error: 'expected two different properties' }),
});
export type LinkCreation = z.output<typeof linkCreation>;

export const linkListQuery = pagingQuery.extend(propertyFilter);
export type LinkListQuery = z.output<typeof linkListQuery>;
