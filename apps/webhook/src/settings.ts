import { addressRanges } from '@keyhaven/service/outbound/address-rules';
import { z } from 'zod';

/** What the webhook service is configured by beside what every service is. */
export const webhookSettings = z.object({
  /**
   * Ranges of addresses, as CIDRs separated by commas, that deliveries may go to although they are not public; there,
   * and only there, by plain http too.
   */
  WEBHOOK_ALLOW: addressRanges.default([]),
});
export type WebhookSettings = z.output<typeof webhookSettings>;
