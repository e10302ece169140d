import { z } from 'zod';

/** The finance service's own settings, in addition to those of every service. */
export const financeSettings = z.object({
  /**
   * After how many seconds, and how often, the booking service is notified again of a payment that it has not
   * acknowledged.
   */
  NOTIFY_AGAIN_SECONDS: z.coerce.number().min(0.05).max(3600).default(10),
});
