import { z } from 'zod';
import { isCalendarDate } from './dates';

const instantPattern =
  /^(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}):(\d{2})(?::(\d{2})(?:\.(\d{1,9}))?)?\s*(Z|z|[+-]\d{2}:?\d{2})?)?$/;

/**
 * Reads an instant in any of the forms that clients send: a date, a date and time with T or a space, with or without
 * fractions and offset. Without an offset it is UTC. Answers undefined for anything else.
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

/** Writes an instant as answers and events carry it: UTC, to the second. */
export function formatInstant(instant: Date): string {
  return `${instant.toISOString().slice(0, 19)}Z`;
}

/** An instant as answers carry it. A time that the write itself sets is blank until it is written. */
export function instantOrBlank(instant: Date | undefined): string {
  return instant ? formatInstant(instant) : '';
}

/** An instant in a request; a Date once read. */
export const instantInput = z
  .string({ error: 'expected an instant such as 2026-05-24T23:03:29Z' })
  .transform((text, context) => {
    const instant = parseInstant(text);
    if (instant) return instant;
    context.addIssue({ code: 'custom', message: 'expected an instant such as 2026-05-24T23:03:29Z' });
    return z.NEVER;
  })
  .meta({ format: 'date-time' });

/** Reads a date in the form that HTTP headers carry (RFC 9110, 5.6.7: IMF-fixdate). Answers undefined for anything else. */
function parseHttpDate(text: string): Date | undefined {
  const instant = new Date(text);
  return !Number.isNaN(instant.getTime()) && instant.toUTCString() === text ? instant : undefined;
}

/**
 * An instant from which on a list is asked for. Programs also send the Date header of an earlier answer, and nothing or
 * the word null for a first pass: those ask for everything.
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
  .meta({ format: 'date-time' });

/** An instant in an answer. */
export const instant = z
  .string()
  .regex(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}Z$/)
  .meta({ format: 'date-time', example: '2026-05-24T23:03:29Z' });
