import { z } from 'zod';

/** The settings of the finance service, in addition to those of every service. */
export const financeSettings = z.object({
  /** The interval, in seconds, at which a payment is sent again until the booking service acknowledges it. */
  NOTIFY_AGAIN_SECONDS: z.coerce.number().min(0.05).max(3600).default(10),
});
