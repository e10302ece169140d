import { z } from 'zod';
import { isCalendarDate } from './dates';

const instantPattern =
  /^(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}):(\d{2})(?::(\d{2})(?:\.(\d{1,9}))?)?\s*(Z|z|[+-]\d{2}:?\d{2})?)?$/;

/**
 * Parses an instant in any form that clients send: a date, or a date and time with T or a space, with or without
 * fractions and offset. Without an offset, it is UTC. Returns undefined for anything else.
 */
export function parseInstant(text: string): Date | undefined {
  const match = instantPattern.exec(text.trim());
  if (!match || !isCalendarDate(match[1]!)) return undefined;
  const [, date, hour = '00', minute = '00', second = '00', fraction = '', offset = 'Z'] = match;
  if (Number(hour) > 23 || Number(minute) > 59 || Number(second) > 59) return undefined;
  const zone = /^z$/i.test(offset) ? 'Z' : offset.includes(':') ? offset : `${offset.slice(0, 3)}:${offset.slice(3)}`;
  const instant = new Date(`${date}T${hour}:${minute}:${second}.${fraction.padEnd(3, '0').slice(0, 3)}${zone}`);
  return Number.isNaN(instant.getTime()) ? undefined : instant;
}

/** Formats an instant for responses and events: UTC, to the second. */
export function formatInstant(instant: Date): string {
  return `${instant.toISOString().slice(0, 19)}Z`;
}

/**
 * Formats an instant for a response. Returns an empty string if the instant is undefined: in a dry run, the database
 * has not set it, because nothing is written.
 */
export function instantOrBlank(instant: Date | undefined): string {
  return instant ? formatInstant(instant) : '';
}

/** An instant in a request, parsed to a Date. */
export const instantInput = z
  .string({ error: 'expected an instant such as 2026-05-24T23:03:29Z' })
  .transform((text, context) => {
    const instant = parseInstant(text);
    if (instant) return instant;
    context.addIssue({ code: 'custom', message: 'expected an instant such as 2026-05-24T23:03:29Z' });
    return z.NEVER;
  })
  .meta({ format: 'date-time', description: 'ISO 8601 time. Without an offset, it is UTC.' });

/** Parses a date of an HTTP header (RFC 9110, 5.6.7: IMF-fixdate). Returns undefined for anything else. */
function parseHttpDate(text: string): Date | undefined {
  const instant = new Date(text);
  return !Number.isNaN(instant.getTime()) && instant.toUTCString() === text ? instant : undefined;
}

/**
 * The instant of a "since" filter. Clients may also send the Date header of an earlier response. On their first request
 * they may send an empty value or the word null, which selects all records.
 */
export const sinceInput = z
  .string({ error: 'expected an instant such as 2026-05-24T23:03:29Z' })
  .transform((text, context): Date | undefined => {
    const sent = text.trim();
    if (sent === '' || sent.toLowerCase() === 'null') return undefined;
    const instant = parseInstant(sent) ?? parseHttpDate(sent);
    if (instant) return instant;
    context.addIssue({ code: 'custom', message: 'expected an instant such as 2026-05-24T23:03:29Z' });
    return z.NEVER;
  })
  .meta({
    format: 'date-time',
    description: 'ISO 8601 time (without an offset, it is UTC) or HTTP date. Blank or `null` has no effect.',
  });

/** An instant in a response. */
export const instant = z
  .string()
  .regex(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}Z$/)
  .meta({ format: 'date-time', example: '2026-05-24T23:03:29Z', description: 'UTC time, to the second.' });
