import { z } from 'zod';
import { id, text } from '../shared/inputs';
import { address, addressInput } from './address';
import { instant } from '../shared/instants';
import { echoesOf } from '../shared/server-decided';

const nullableText = z.string().nullable();

export const guestEmailAddress = z.object({ id, address: z.string(), is_default: z.boolean(), type: nullableText });
export const guestPhone = z.object({
  id,
  number: z.string(),
  extension: nullableText,
  is_default: z.boolean(),
  type: nullableText,
});

export const guest = z.object({
  id,
  first_name: z.string(),
  last_name: z.string(),
  notes: nullableText,
  addresses: z.array(address),
  email_addresses: z.array(guestEmailAddress),
  phones: z.array(guestPhone),
  created_utc: instant,
  updated_utc: instant,
});
export type Guest = z.infer<typeof guest>;

/** Contact details may contain the id that they were read with. */
const sentId = z.unknown().optional();
const common = { id: sentId, is_default: z.boolean().optional(), type: text(50).nullable().default(null) };
/** The contact details of a guest. A list in a request replaces the previous one; changed entries get new ids. */
const writable = z.object({
  first_name: text(200),
  last_name: text(200),
  notes: text(50_000).nullable(),
  addresses: z.array(addressInput.extend({ id: sentId, is_default: z.boolean().optional() })).max(20),
  email_addresses: z
    .array(
      z.object({ ...common, address: text(254).regex(/^[^\s@]+@[^\s@]+$/, { error: 'expected an e-mail address' }) }),
    )
    .max(20),
  phones: z
    .array(z.object({ ...common, number: text(50).min(1), extension: text(20).nullable().default(null) }))
    .max(20),
});

/** Fields that only the server decides; a body may contain them with their current values. */
export const serverDecidedOfGuests = {
  id: 'ids are assigned by the server',
  created_utc: 'it is set when the record is created',
  updated_utc: 'it is set with each change',
} as const;

export const guestPatch = writable.partial().extend(echoesOf(serverDecidedOfGuests).shape);
export type GuestPatch = z.output<typeof guestPatch>;

export const guestCreation = guestPatch.refine((body) => Boolean(body.first_name?.trim() || body.last_name?.trim()), {
  error: 'expected a first_name, a last_name, or both',
  path: ['first_name'],
});
export type GuestCreation = z.output<typeof guestCreation>;
