import { z } from 'zod';
import { calendarDate } from '../shared/dates';
import { id, idInput } from '../shared/inputs';
import { instant } from '../shared/instants';
import { pagingQuery } from '../shared/paging';
import { propertyFilter } from '../shared/property-filter';

export const linkStates = ['pending', 'active', 'removing'] as const;
export type LinkState = (typeof linkStates)[number];

/**
 * Two properties that cannot be occupied on the same nights. Links are not transitive: if A is
 * linked to B and B to C, A is not linked to C.
 */
export const link = z.object({
  id: id.describe('Id of the link.'),
  property_ids: z.tuple([id, id]).describe('Ids of the two properties, in ascending order.'),
  counts_from: calendarDate.describe(
    'The first night that the link applies to: the local date when it was created, or the earlier one if the dates of ' +
      'the two properties differ. On nights before it, both properties may be occupied.',
  ),
  state: z
    .enum(linkStates)
    .describe(
      '`pending` while the bookings of both properties are checked, `removing` while the link is being deleted.',
    ),
  created_utc: instant.describe('When the link was created.'),
  updated_utc: instant.describe('When the link last changed.'),
});
export type Link = z.infer<typeof link>;

export const linkCreation = z.object({
  property_ids: z
    .array(idInput)
    .length(2, { error: 'expected the ids of two properties' })
    .transform(([a, b]): [number, number] => (a! < b! ? [a!, b!] : [b!, a!]))
    .refine(([a, b]) => a !== b, { error: 'expected two different properties' })
    .describe('Ids of the two properties, in any order.'),
});
export type LinkCreation = z.output<typeof linkCreation>;

export const linkListQuery = pagingQuery.extend(propertyFilter);
export type LinkListQuery = z.output<typeof linkListQuery>;
