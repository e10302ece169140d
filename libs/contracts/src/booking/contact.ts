import { z } from 'zod';
import { id, text } from '../shared/inputs';
import { instant } from '../shared/instants';
import { address, addressInput } from './address';
import { customField, customFieldsInput, tagsInput } from './custom-fields';

const nullableText = z.string().nullable();
const isDefault = z.boolean().describe('Whether this is the default one. One entry of a list is.');
const kind = nullableText.describe('Kind of the entry, such as "home" or "work".');

const emailAddress = z
  .object({
    id: id.describe('Id of the e-mail address.'),
    address: z.string().describe('The e-mail address.'),
    is_default: isDefault,
    type: kind,
  })
  .meta({ id: 'EmailAddress', description: 'An e-mail address of a guest or an owner.' });
const phone = z
  .object({
    id: id.describe('Id of the telephone number.'),
    number: z.string().describe('The telephone number, as it was entered.'),
    extension: nullableText.describe('Extension within a company.'),
    is_default: isDefault,
    type: kind,
  })
  .meta({ id: 'Phone', description: 'A telephone number of a guest or an owner.' });

/** The fields that guests and owners share. */
export const contact = z.object({
  id,
  first_name: z.string().describe('First name; blank if it is not known.'),
  last_name: z.string().describe('Last name; blank if it is not known.'),
  notes: nullableText.describe("The host's notes."),
  addresses: z.array(address).describe('Postal addresses.'),
  email_addresses: z.array(emailAddress).describe('E-mail addresses.'),
  phones: z.array(phone).describe('Telephone numbers.'),
  created_utc: instant.describe('When the record was created.'),
  updated_utc: instant.describe('When the record last changed.'),
  tags: z.array(z.string()).optional().describe('Names of the tags. On lists only with `include_tags`.'),
  fields: z.array(customField).optional().describe('Custom field values. Only with `include_fields`.'),
});
export type Contact = z.infer<typeof contact>;

/**
 * The lists of a contact's details, such as phone numbers. The first entry of a list is the default
 * entry unless another entry is marked as default.
 */
export const contactLists = ['addresses', 'email_addresses', 'phones'] as const;
export type ContactList = (typeof contactLists)[number];

/** Clients may send back the ids of entries that they have read. */
const sentId = z.unknown().optional();
const sentDefault = z
  .boolean()
  .optional()
  .describe('Whether this is the default one. Without any, the first entry of the list is.');
const common = {
  id: sentId,
  is_default: sentDefault,
  type: text(50).nullable().default(null).describe('Kind of the entry, such as "home" or "work".'),
};
/** The fields of a contact in a request. */
export const contactInput = z.object({
  first_name: text(200).describe('First name.'),
  last_name: text(200).describe('Last name.'),
  notes: text(50_000).nullable().describe("The host's notes, at most 50,000 characters. Null clears them."),
  addresses: z
    .array(addressInput.extend({ id: sentId, is_default: sentDefault }))
    .max(20)
    .describe('Postal addresses, at most 20. The list replaces the previous one; unchanged entries keep their ids.'),
  email_addresses: z
    .array(
      z.object({
        ...common,
        address: text(254)
          .regex(/^[^\s@]+@[^\s@]+$/, { error: 'expected an e-mail address' })
          .describe('The e-mail address.'),
      }),
    )
    .max(20)
    .describe('E-mail addresses, at most 20. The list replaces the previous one; unchanged entries keep their ids.'),
  phones: z
    .array(
      z.object({
        ...common,
        number: text(50).min(1).describe('The telephone number, in any notation.'),
        extension: text(20).nullable().default(null).describe('Extension within a company.'),
      }),
    )
    .max(20)
    .describe('Telephone numbers, at most 20. The list replaces the previous one; unchanged entries keep their ids.'),
  tags: tagsInput,
  fields: customFieldsInput,
});
