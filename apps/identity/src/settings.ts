import { publicUrlSettings } from '@keyhaven/service/configuration';
import { z } from 'zod';

/** The identity service's own settings, in addition to those of every service. */
export const identitySettings = publicUrlSettings.extend({
  /**
   * The mail server, with its credentials: smtps://user:password@mail.example.com. If this is not set, no e-mail is
   * sent.
   */
  SMTP_URL: z
    .string()
    .regex(/^smtps?:\/\/[^\s/]+/, { error: 'expected an address that begins with smtp:// or smtps://' })
    .optional(),
  /** The sender of e-mails. */
  MAIL_FROM: z.string().min(3).max(320).default('Keyhaven <no-reply@localhost>'),
});
export type IdentitySettings = z.output<typeof identitySettings>;
