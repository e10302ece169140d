import { z } from 'zod';
import { idInput, idPath, text } from '../shared/inputs';
import { account, user } from './identity';

/**
 * An e-mail address as a person typed it. It is converted to lower case, because addresses are
 * compared in lower case.
 */
export const typedEmailAddress = text(254)
  .min(1)
  .transform((address) => address.trim().toLowerCase())
  .describe('E-mail address, as it was typed.');

/** The minimum and maximum length of a password, in characters. */
export const PASSWORD_LENGTH = { minimum: 12, maximum: 200 } as const;
/**
 * A password in a request. The service checks PASSWORD_LENGTH, and the contract does not: the contract's error messages
 * could contain the password. The service's error messages never do.
 */
export const typedPassword = z
  .string({ error: 'expected a text' })
  .max(1000, { error: 'expected at most 200 characters' })
  .describe(`A password. The service accepts ${PASSWORD_LENGTH.minimum} to ${PASSWORD_LENGTH.maximum} characters.`);

export const opaqueToken = z.string().max(200).describe('Token of a session or a link, as a browser sent it.');

export const clientAddress = z.string().min(1).max(100).describe('IP address of the client, for limits on attempts.');

/** The account and the person on whose behalf another service calls. */
export const onBehalf = z.object({
  user_id: idInput.describe('Id of the account.'),
  person_id: idInput.describe('Id of the person who acts.'),
});
export type OnBehalf = z.output<typeof onBehalf>;

/** A person and their account, with the fields that the portal shows. */
export const personInAccount = z.object({
  person: user
    .pick({ id: true, email_address: true, first_name: true, last_name: true, role: true })
    .describe('The person.'),
  account: account
    .pick({ id: true, company_name: true, time_zone: true, currency_code: true })
    .describe('The account of the person.'),
});
export type PersonInAccount = z.infer<typeof personInAccount>;

/** A person in the list of all people of an account. */
export const listedPerson = personInAccount.shape.person.extend({
  has_password: z.boolean().describe('Whether the person has a password; an invited person has none yet.'),
  created_utc: user.shape.created_utc,
});
export type ListedPerson = z.infer<typeof listedPerson>;

export const personId = idPath('person');
