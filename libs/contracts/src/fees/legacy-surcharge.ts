import { z } from 'zod';
import { inCamelCase } from '../shared/camel-case';
import { criteria } from './criteria';
import { surcharge } from './definition';

/** A surcharge in responses of version 1: the fields of version 2 in camelCase. */
export const legacySurcharge = z
  .object({
    ...inCamelCase(surcharge.shape),
    criteria: z
      .object(inCamelCase(criteria.shape))
      .meta({ id: 'LegacyCriteria', description: 'The criteria of a surcharge in camelCase.' })
      .describe('Which stays and nights it applies to. All criteria that are set must match.'),
  })
  .meta({
    id: 'LegacySurcharge',
    description: 'A surcharge with its fields in camelCase. The descriptions of the fields use the names of version 2.',
  });
export type LegacySurcharge = z.infer<typeof legacySurcharge>;
