import type { z } from 'zod';
import { id } from '../shared/inputs';
import { decidedOfRecords, echoesOf } from '../shared/server-decided';
import { contact, contactInput } from './contact';

export const guest = contact
  .extend({ id: id.describe('Id of the guest.') })
  .meta({ id: 'Guest', description: 'A guest, with addresses, e-mail addresses and telephone numbers.' });
export type Guest = z.infer<typeof guest>;

export const guestPatch = contactInput.partial().extend(echoesOf(decidedOfRecords).shape);
export type GuestPatch = z.output<typeof guestPatch>;

export const guestCreation = guestPatch.refine((body) => Boolean(body.first_name?.trim() || body.last_name?.trim()), {
  error: 'expected a first_name, a last_name, or both',
  path: ['first_name'],
});
export type GuestCreation = z.output<typeof guestCreation>;
