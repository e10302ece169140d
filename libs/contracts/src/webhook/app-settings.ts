import { z } from 'zod';
import { id, text, wholeNumberInput } from '../shared/inputs';
import { instant } from '../shared/instants';
import { MAX_WEBHOOK_URL } from './subscription';

/** Identifies the app that a subscription belongs to within its account: the credential that created it. */
export const appKey = text(200).min(1);

/** A secret that signs deliveries. Receivers may verify with it until it expires. */
export const signingSecret = z.object({
  secret: z.string().startsWith('whsec_'),
  created_utc: instant,
  expires_utc: instant.nullable(),
});

/** The delivery settings of an app. */
export const appSettings = z.object({
  id,
  app_key: z.string(),
  /** The address for subscriptions without one of their own. */
  webhook_url: z.string().nullable(),
  /** Sent as Basic credentials with every delivery; the password is never returned. */
  basic_username: z.string().nullable(),
  signing_secrets: z.array(signingSecret),
  /** The time of the revocation: after it only the revocation notice is delivered. */
  revoked_utc: instant.nullable(),
});
export type AppSettings = z.infer<typeof appSettings>;

// RFC 7617: a colon ends the user name.
const basicUsername = text(200)
  .min(1)
  .regex(/^[^:]*$/, { error: 'expected a text without colons' });

export const appSettingsPatch = z.object({
  webhook_url: text(MAX_WEBHOOK_URL).min(1).nullable().optional(),
  basic: z
    .object({ username: basicUsername, password: text(500) })
    .nullable()
    .optional(),
});
export type AppSettingsPatch = z.output<typeof appSettingsPatch>;

export const secretRotation = z.object({
  /** How long deliveries are also signed with the current secret; 0 invalidates all older secrets immediately. */
  keep_old_hours: wholeNumberInput(0, 24 * 30).default(24),
});
