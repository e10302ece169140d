import { z } from 'zod';
import { id, text } from '../shared/inputs';

export const listingSite = z.object({ id, name: z.string(), domain: z.string(), active: z.boolean() });
export type ListingSite = z.infer<typeof listingSite>;

const writable = z.object({
  name: text(100).min(1),
  domain: text(253).regex(/^[a-z0-9-]+(\.[a-z0-9-]+)+$/i, { error: 'expected the name of a domain' }),
  active: z.boolean(),
});
export const listingSiteCreation = writable.partial().required({ name: true, domain: true });
export const listingSitePatch = writable.partial();
