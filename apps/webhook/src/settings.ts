import { addressRanges } from '@keyhaven/service/outbound/address-rules';
import { z } from 'zod';

/** The webhook service's own settings, in addition to those of every service. */
export const webhookSettings = z.object({
  /**
   * Address ranges (CIDRs, separated by commas) that deliveries may go to although they are not public, also by plain
   * http.
   */
  WEBHOOK_ALLOW: addressRanges.default([]),
});
export type WebhookSettings = z.output<typeof webhookSettings>;
