import { randomUUID } from 'node:crypto';
import type { ChangedRange } from '@keyhaven/contracts/pricing/calendar-change';
import { type CalendarBody, termsIdOf } from '../store/calendar.model';
import { joinRanges } from './domain/join-ranges';

/** For how long the changes of a property are collected before one event publishes them, in milliseconds. */
export const COLLECT_MS = 2_000;

/**
 * Returns the calendar with a bumped version and with the changed nights added to its next event. A deleted property
 * gets no event.
 * @param isOfStays whether only stays of the property have changed.
 */
export function noteChange(before: CalendarBody, ranges: readonly ChangedRange[], isOfStays = false): CalendarBody {
  const calendar_version = before.calendar_version + 1;
  const id = (isOfStays ? termsIdOf(before) : undefined) ?? randomUUID();
  const bumped = { ...before, calendar_version, terms: { id, at: calendar_version } };
  if (before.is_gone || ranges.length === 0) return bumped;
  return {
    ...bumped,
    pending: {
      ranges: joinRanges([...(before.pending?.ranges ?? []), ...ranges]),
      due_utc: before.pending?.due_utc ?? new Date(Date.now() + COLLECT_MS),
    },
  };
}
