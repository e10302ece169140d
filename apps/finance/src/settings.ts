import { z } from 'zod';

/** The settings of the finance service beside those of every service. */
export const financeSettings = z.object({
  /** How soon, and how often, the booking service is told again of a payment that it did not answer for, in seconds. */
  CONFIRM_AGAIN_SECONDS: z.coerce.number().min(0.05).max(3600).default(10),
});
