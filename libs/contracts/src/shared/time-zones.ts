import { z } from 'zod';

/** Names of the IANA database that Intl replaces by another name of the same time zone. */
const REPLACED_BY_INTL = [
  'Africa/Asmara',
  'America/Argentina/Buenos_Aires',
  'America/Argentina/Catamarca',
  'America/Argentina/Cordoba',
  'America/Argentina/Jujuy',
  'America/Argentina/Mendoza',
  'America/Atikokan',
  'America/Indiana/Indianapolis',
  'America/Kentucky/Louisville',
  'America/Nuuk',
  'Asia/Ho_Chi_Minh',
  'Asia/Kathmandu',
  'Asia/Kolkata',
  'Asia/Yangon',
  'Atlantic/Faroe',
  'Etc/GMT',
  'Etc/UTC',
  'Europe/Kyiv',
  'GMT',
  'Pacific/Chuuk',
  'Pacific/Kanton',
  'Pacific/Pohnpei',
];

/**
 * Returns the name of an IANA time zone in its usual spelling. Intl ignores the case of letters, but other programs do
 * not. Names that are kept only for older programs, such as US/Eastern, are returned as sent.
 * @returns undefined if the text is not the name of a time zone. An offset such as +02:00 is not a name.
 */
function spelledTimeZone(name: string): string | undefined {
  if (!/^[A-Za-z]/.test(name)) return undefined;
  try {
    const { timeZone } = new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions();
    return [timeZone, ...REPLACED_BY_INTL].find((known) => known.toLowerCase() === name.toLowerCase()) ?? name;
  } catch {
    return undefined;
  }
}

/** The name of an IANA time zone. Case does not matter in a request. */
export const timeZone = z
  .string({ error: 'expected the name of an IANA time zone' })
  .transform((name, context) => {
    const spelled = spelledTimeZone(name);
    if (spelled !== undefined) return spelled;
    context.addIssue({ code: 'custom', message: 'expected the name of an IANA time zone, such as Europe/Rome' });
    return z.NEVER;
  })
  .meta({ example: 'Europe/Rome', description: 'Name of an IANA time zone.' });
