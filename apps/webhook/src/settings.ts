import { addressRanges } from '@keyhaven/service/outbound/address-rules';
import { z } from 'zod';

/** The settings of the webhook service, in addition to those of every service. */
export const webhookSettings = z.object({
  /**
   * Address ranges (CIDRs, separated by commas) to which deliveries may be sent although they are not public. Plain
   * http is allowed there too.
   */
  WEBHOOK_ALLOW: addressRanges.default([]),
});
export type WebhookSettings = z.output<typeof webhookSettings>;
