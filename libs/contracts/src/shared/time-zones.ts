import { z } from 'zod';

/**
 * Whether a text is the name of an IANA time zone, such as Europe/Rome. Offsets such as +02:00 are
 * not accepted.
 */
export function isTimeZone(name: string): boolean {
  if (!/^[A-Za-z]/.test(name)) return false;
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    return true;
  } catch {
    return false;
  }
}

/** The name of an IANA time zone. */
export const timeZone = z
  .string({ error: 'expected the name of an IANA time zone' })
  .refine(isTimeZone, { error: 'expected the name of an IANA time zone, such as Europe/Rome' })
  .meta({ example: 'Europe/Rome', description: 'Name of an IANA time zone.' });
