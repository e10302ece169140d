import { z } from 'zod';
import { id, text, wordInput } from '../shared/inputs';
import { instant, instantInput } from '../shared/instants';
import { currencyCode } from '../shared/money';
import { timeZone } from '../shared/time-zones';

/** Scopes of credentials: full, or read (GET only). */
export const scopes = ['full', 'read'] as const;
export type Scope = (typeof scopes)[number];

/** The user that the credentials belong to. `id` is that of the account: the `user_id` of every record and webhook. */
export const currentUser = z.object({
  id,
  email_address: z.string(),
  company_name: z.string(),
  first_name: z.string(),
  last_name: z.string(),
  time_zone: z.string(),
  currency_code: z.string(),
});
export type CurrentUser = z.infer<typeof currentUser>;

/** Who remits the taxes that an account collects: the manager, or the owner. */
export const taxRemitters = ['manager', 'owner'] as const;
export type TaxRemitter = (typeof taxRemitters)[number];

/** An account in its events: the customer that records belong to. The version is in the event. */
export const accountRecord = z.object({
  id,
  company_name: z.string(),
  time_zone: z.string(),
  currency_code: z.string(),
  is_property_management: z.boolean(),
  taxes_remitted_by: z.enum(taxRemitters),
  created_utc: instant,
  updated_utc: instant,
});
export type AccountRecord = z.infer<typeof accountRecord>;

/** An account in answers to the operator. */
export const account = accountRecord.extend({ version: z.int() });
export type Account = z.infer<typeof account>;

const accountWritable = z.object({
  company_name: text(200).min(1),
  time_zone: timeZone,
  currency_code: currencyCode,
  is_property_management: z.boolean(),
  taxes_remitted_by: wordInput(taxRemitters),
});
export const accountCreation = accountWritable.partial({ is_property_management: true, taxes_remitted_by: true });
export const accountPatch = accountWritable.partial();
export type AccountCreation = z.output<typeof accountCreation>;
export type AccountPatch = z.output<typeof accountPatch>;

const emailAddress = text(254)
  .regex(/^[^\s@:]+@[^\s@:]+$/, { error: 'expected an e-mail address' })
  .transform((address) => address.toLowerCase());

/** A person who signs in to an account. */
export const user = z.object({
  id,
  email_address: z.string(),
  first_name: z.string(),
  last_name: z.string(),
  created_utc: instant,
  updated_utc: instant,
});
export type User = z.infer<typeof user>;
export const userCreation = z.object({
  email_address: emailAddress,
  first_name: text(200).default(''),
  last_name: text(200).default(''),
});
export type UserCreation = z.output<typeof userCreation>;

/** How a token is sent: pt_… as the password of Basic, at_… as Bearer. */
export const tokenKinds = ['personal', 'access'] as const;
export type TokenKind = (typeof tokenKinds)[number];
export const tokenCreation = z.object({
  kind: z.enum(tokenKinds),
  scope: z.enum(scopes).default('full'),
  description: text(200).default(''),
  expires_utc: instantInput.optional(),
});
export type TokenCreation = z.output<typeof tokenCreation>;

/** A new token. Only this answer and its repetitions show the token itself: the database has only its hash. */
export const issuedToken = z.object({
  id,
  kind: z.enum(tokenKinds),
  scope: z.enum(scopes),
  token: z.string().regex(/^(pt|at)_/),
  expires_utc: instant.nullable(),
});
export type IssuedToken = z.infer<typeof issuedToken>;
