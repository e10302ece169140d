import { z } from 'zod';
import { id, text, wholeNumberInput } from '../shared/inputs';
import { instant } from '../shared/instants';
import { MAX_WEBHOOK_URL } from './subscription';

export const appKey = text(200).min(1).describe('Key of the app: the client id of an OAuth app, or the id of a token.');

export const signingSecret = z
  .object({
    secret: z.string().startsWith('whsec_').describe('The secret, in the form of Standard Webhooks: `whsec_…`.'),
    created_utc: instant.describe('When it was created.'),
    expires_utc: instant
      .nullable()
      .describe('Until then, deliveries are signed with it too. Null for the newest secret, which does not expire.'),
  })
  .meta({ id: 'SigningSecret', description: 'A secret that signs deliveries.' });

export const appSettings = z
  .object({
    id: id.describe('Id of the settings.'),
    app_key: z.string().describe('Key of the app: the client id of an OAuth app, or the id of a token.'),
    webhook_url: z
      .string()
      .nullable()
      .describe('The address for subscriptions that are created without one. Null for none.'),
    basic_username: z
      .string()
      .nullable()
      .describe(
        'The user name that is sent as Basic credentials with every delivery. Null if none are sent. The password is never returned.',
      ),
    signing_secrets: z.array(signingSecret).describe('The secrets with which deliveries are signed.'),
    revoked_utc: instant
      .nullable()
      .describe(
        "When the app's authorization was revoked. After that, only the revocation notice is delivered. Null if it was not.",
      ),
  })
  .meta({ id: 'WebhookApp', description: 'How deliveries of an app are sent and signed.' });
export type AppSettings = z.infer<typeof appSettings>;

// In HTTP Basic credentials, a colon ends the user name (RFC 7617).
const basicUsername = text(200)
  .min(1)
  .regex(/^[^:]*$/, { error: 'expected a text without colons' });

export const appSettingsPatch = z
  .object({
    webhook_url: text(MAX_WEBHOOK_URL)
      .min(1)
      .nullable()
      .optional()
      .describe('The address for subscriptions that are created without one. The same rules hold as for theirs.'),
    basic: z
      .object({
        username: basicUsername.describe('User name, up to 200 characters, without colons.'),
        password: text(500).describe('Password, up to 500 characters.'),
      })
      .nullable()
      .optional()
      .describe('Basic credentials to send with every delivery, or null for none.'),
  })
  .meta({
    id: 'WebhookAppPatch',
    description: 'Changes of the delivery settings. Fields that are not sent keep their values.',
  });
export type AppSettingsPatch = z.output<typeof appSettingsPatch>;

export const secretRotation = z
  .object({
    keep_old_hours: wholeNumberInput(0, 24 * 30)
      .default(24)
      .describe(
        'How long deliveries are also signed with the current secret, in hours: 0 to 720, by default 24. 0 ends all older secrets immediately.',
      ),
  })
  .meta({ id: 'SecretRotation', description: 'How long the previous secret stays in use.' });
