import { publicUrlSettings } from '@keyhaven/service/configuration';
import { addressRanges } from '@keyhaven/service/outbound/address-rules';
import { z } from 'zod';

/** The settings of the messaging service, in addition to those of every service. */
export const messagingSettings = publicUrlSettings.extend({
  /** The secret that signs the URLs of attachments. It must be the same in every replica. */
  ATTACHMENT_SECRET: z.string().min(32),
  /** For how long a URL in a response is valid, in minutes. */
  ATTACHMENT_URL_MINUTES: z.coerce.number().int().min(1).max(10_080).default(60),
  /**
   * Address ranges that are not public, but from which images may be fetched. For example
   * 10.1.0.0/16.
   */
  ATTACHMENT_ALLOW: addressRanges.default([]),
  /** The folder for attachments, used when no S3 service is configured. */
  ATTACHMENTS_FOLDER: z.string().min(1).default('.keyhaven/attachments'),
  /** The URL of the bucket, for example https://s3.eu-central-1.amazonaws.com/BUCKET */
  S3_BUCKET_URL: z.url({ protocol: /^https?$/ }).optional(),
  S3_REGION: z.string().min(1).default('us-east-1'),
  S3_ACCESS_KEY_ID: z.string().min(1).optional(),
  S3_SECRET_ACCESS_KEY: z.string().min(1).optional(),
});
export type MessagingSettings = z.output<typeof messagingSettings>;
