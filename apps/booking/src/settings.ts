import { z } from 'zod';

/** The settings of the booking service beside those of every service. */
export const bookingSettings = z.object({
  /** How often pending bookings that are paid, or whose time to pay is over, are looked for, in seconds. */
  LAPSE_SWEEP_SECONDS: z.coerce.number().min(0.05).max(3600).default(30),
  /** How long nights may be held for a quote, in days. */
  MAX_HOLD_DAYS: z.coerce.number().int().min(1).max(730).default(30),
});
