import { z } from 'zod';
import { inCamelCase } from '../shared/camel-case';
import { id, text, wordInput } from '../shared/inputs';
import { instant, instantInput } from '../shared/instants';
import { currencyCode } from '../shared/money';
import { timeZone } from '../shared/time-zones';

/** Scopes of credentials. `read` allows GET only. */
export const scopes = ['full', 'read'] as const;
export type Scope = (typeof scopes)[number];

export const currentUser = z
  .object({
    id: id.describe('Id of the account: the `user_id` of all its records and webhooks.'),
    email_address: z.string().describe('E-mail address with which the person signs in.'),
    company_name: z.string().describe('Name of the account.'),
    first_name: z.string().describe('First name of the person; may be empty.'),
    last_name: z.string().describe('Last name of the person; may be empty.'),
    time_zone: z.string().describe('IANA time zone of the account, which holds for properties without their own.'),
    currency_code: z
      .string()
      .describe('Currency of the account (ISO 4217), which holds for properties without their own.'),
  })
  .meta({
    id: 'CurrentUser',
    description: 'The person whose credentials the request has, or who authorized the app, and their account.',
  });
export type CurrentUser = z.infer<typeof currentUser>;
export const legacyCurrentUser = z
  .object(inCamelCase(currentUser.shape))
  .meta({ id: 'LegacyCurrentUser', description: 'The person whose credentials the request has, in camelCase.' });

/** Who remits the taxes that guests of an account pay. */
export const taxRemitters = ['manager', 'owner'] as const;
export type TaxRemitter = (typeof taxRemitters)[number];

const accountWords = {
  company_name: 'Name of the account, which guests and authorized apps see.',
  time_zone: 'IANA time zone, which holds for properties without their own.',
  currency_code: 'Currency (ISO 4217), which holds for properties without their own.',
  is_property_management:
    'Whether the account manages properties of owners. Only then bookings have an owner and commission by their property.',
  taxes_remitted_by:
    'Who remits the taxes that guests pay: the manager (they are passed on) or the owner (they belong to the owner).',
};

export const accountRecord = z
  .object({
    id: id.describe('Id of the account.'),
    company_name: z.string().describe(accountWords.company_name),
    time_zone: z.string().describe(accountWords.time_zone),
    currency_code: z.string().describe(accountWords.currency_code),
    is_property_management: z.boolean().describe(accountWords.is_property_management),
    taxes_remitted_by: z.enum(taxRemitters).describe(accountWords.taxes_remitted_by),
    created_utc: instant.describe('When the account was created.'),
    updated_utc: instant.describe('When it was last changed.'),
  })
  .meta({
    id: 'AccountRecord',
    description: 'The customer that records belong to, in events, which carry the version separately.',
  });
export type AccountRecord = z.infer<typeof accountRecord>;

export const account = accountRecord
  .extend({ version: z.int().describe('Version of the account. A change increases it.') })
  .meta({ id: 'Account', description: 'The customer that records belong to.' });
export type Account = z.infer<typeof account>;

const accountWritable = z.object({
  company_name: text(200).min(1).describe(`${accountWords.company_name} 1 to 200 characters.`),
  time_zone: timeZone.describe(accountWords.time_zone),
  currency_code: currencyCode.describe(accountWords.currency_code),
  is_property_management: z
    .boolean()
    .describe(`${accountWords.is_property_management} On creation, the default is false.`),
  taxes_remitted_by: wordInput(taxRemitters).describe(
    `${accountWords.taxes_remitted_by} On creation, the default is \`manager\`.`,
  ),
});
export const accountCreation = accountWritable
  .partial({ is_property_management: true, taxes_remitted_by: true })
  .meta({ id: 'AccountCreation', description: 'A new account.' });
export const accountPatch = accountWritable
  .partial()
  .meta({ id: 'AccountPatch', description: 'Fields that are not sent keep their values.' });
export type AccountCreation = z.output<typeof accountCreation>;
export type AccountPatch = z.output<typeof accountPatch>;

const emailAddress = text(254)
  .regex(/^[^\s@:]+@[^\s@:]+$/, { error: 'expected an e-mail address' })
  .transform((address) => address.toLowerCase());

/**
 * The role of a person, which decides what the person may do in the portal. An owner may do
 * everything. A member may read, and manage their own tokens.
 */
export const roles = ['owner', 'member'] as const;
export type Role = (typeof roles)[number];

const roleWords = '`owner`: may do everything on the pages. `member`: may read, and manage their own tokens.';

export const user = z
  .object({
    id: id.describe('Id of the person.'),
    email_address: z.string().describe('E-mail address with which the person signs in.'),
    first_name: z.string().describe('First name; may be empty.'),
    last_name: z.string().describe('Last name; may be empty.'),
    role: z.enum(roles).describe(roleWords),
    created_utc: instant.describe('When the person was added.'),
    updated_utc: instant.describe('When the person was last changed.'),
  })
  .meta({ id: 'User', description: 'A person who signs in to an account.' });
export type User = z.infer<typeof user>;
export const userCreation = z
  .object({
    email_address: emailAddress.describe(
      'E-mail address, which is stored in lower case and belongs to one person only.',
    ),
    first_name: text(200).default('').describe('First name, up to 200 characters.'),
    last_name: text(200).default('').describe('Last name, up to 200 characters.'),
    role: wordInput(roles).default('owner').describe(roleWords),
  })
  .meta({ id: 'UserCreation', description: 'A new person.' });
export type UserCreation = z.output<typeof userCreation>;

/**
 * The kinds of token. Clients send a personal token (pt_…) as the password of HTTP Basic
 * credentials, and an access token (at_…) as a Bearer token.
 */
export const tokenKinds = ['personal', 'access'] as const;
export type TokenKind = (typeof tokenKinds)[number];
const scopeWords = '`full`, or `read`, which allows GET only.';

export const tokenCreation = z
  .object({
    kind: wordInput(tokenKinds).describe(
      '`personal`: sent as the password of Basic (`pt_…`). `access`: sent as Bearer (`at_…`).',
    ),
    scope: wordInput(scopes).default('full').describe(scopeWords),
    description: text(200).default('').describe('What the token is for, up to 200 characters.'),
    expires_utc: instantInput.optional().describe('When it expires. By default never.'),
  })
  .meta({ id: 'TokenCreation', description: 'A new token.' });
export type TokenCreation = z.output<typeof tokenCreation>;

export const issuedToken = z
  .object({
    id: id.describe('Id of the token.'),
    kind: z.enum(tokenKinds).describe('Kind of the token.'),
    scope: z.enum(scopes).describe(scopeWords),
    token: z
      .string()
      .regex(/^(pt|at)_/)
      .describe('The token itself. Only this answer, and repetitions of the request, contain it.'),
    expires_utc: instant.nullable().describe('When it expires. Null if it does not.'),
  })
  .meta({ id: 'IssuedToken', description: 'A new token. The platform stores only its hash.' });
export type IssuedToken = z.infer<typeof issuedToken>;
