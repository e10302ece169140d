import { z } from 'zod';

/** The settings of the finance service, in addition to those of every service. */
export const financeSettings = z.object({
  /** After how many seconds, and how often, a payment that the booking service has not acknowledged is sent again. */
  NOTIFY_AGAIN_SECONDS: z.coerce.number().min(0.05).max(3600).default(10),
});
