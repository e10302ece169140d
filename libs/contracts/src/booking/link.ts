import { z } from 'zod';
import { calendarDate } from '../shared/dates';
import { id, idInput } from '../shared/inputs';
import { instant } from '../shared/instants';
import { pagingQuery } from '../shared/paging';
import { propertyFilter } from '../shared/property-filter';

/** `pending` while the bookings of both properties are checked, `removing` while the link is being deleted. */
export const linkStates = ['pending', 'active', 'removing'] as const;
export type LinkState = (typeof linkStates)[number];

/** Two properties that cannot be occupied on the same nights. Links are mutual and not transitive. */
export const link = z.object({
  id,
  /** In ascending order. */
  property_ids: z.tuple([id, id]),
  /**
   * The first night that the link applies to: the local date at the properties when it was created, the earlier one if
   * they differ. Both properties may be occupied on earlier nights.
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
