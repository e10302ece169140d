import { formatMoneyWithCode } from '@keyhaven/pages/format/money';
import { describeChange } from './domain/describe-change';
import type { ShownBooking } from './read-booking';

/** Something that happened to a booking. */
export interface Moment {
  utc: string;
  what: string;
  /** The changed fields. */
  details?: readonly string[];
}

/**
 * Lists what happened to a booking, latest first. Changes come from the event log. Times before the oldest change in the
 * log come from the booking's own fields. The times of payments and messages come from their own records.
 */
export function listMoments(shown: ShownBooking, timeZone: string, currencyCode: string): Moment[] {
  const { payments, refunds, fees, threads } = shown;
  const moments: Moment[] = [
    ...changesOf(shown, { timeZone, currencyCode }),
    ...timesBeforeChanges(shown),
    ...payments.map(({ id, amount, currency_code, status, collected_utc, created_utc }) => ({
      utc: collected_utc ?? created_utc,
      what: `Payment ${id} of ${formatMoneyWithCode(amount, currency_code)}: ${status}`,
    })),
    ...refunds.map(({ id, amount, currency_code, status, paid_utc, created_utc }) => ({
      utc: paid_utc ?? created_utc,
      what: `Refund ${id} of ${formatMoneyWithCode(amount, currency_code)}: ${status}`,
    })),
    ...fees.map(({ id, amount, currency_code, status, created_utc }) => ({
      utc: created_utc,
      what: `Fee ${id} of ${formatMoneyWithCode(amount, currency_code)}: ${status}`,
    })),
    ...threads.flatMap(({ messages = [] }) =>
      messages
        .filter(({ is_draft }) => !is_draft)
        .map(({ date_utc, from_role }) => ({ utc: date_utc, what: `Message from ${from_role.replaceAll('_', ' ')}` })),
    ),
  ];
  return moments.sort((one, other) => Date.parse(other.utc) - Date.parse(one.utc));
}

function changesOf({ changes }: ShownBooking, formats: { timeZone: string; currencyCode: string }): Moment[] {
  const events = changes?.items ?? [];
  return events.map((event, index) => ({
    utc: event.occurred_utc,
    ...describeChange(event, events[index + 1], formats),
  }));
}

/** Returns the times in the booking's fields that are before the oldest change in the event log. */
function timesBeforeChanges({ booking, changes }: ShownBooking): Moment[] {
  const oldest = changes?.items.at(-1);
  if (oldest?.action === 'entity_create') return [];
  const { booked_utc, created_utc, updated_utc, canceled_utc } = booking;
  const times: Moment[] = [
    { utc: booked_utc, what: 'Booked' },
    { utc: created_utc, what: 'Stored' },
    ...(canceled_utc === null ? [] : [{ utc: canceled_utc, what: 'Canceled' }]),
  ];
  if (!oldest) return [...times, { utc: updated_utc, what: 'Changed for the last time' }];
  // Times in the booking have whole seconds, so compare them with the whole second of the event.
  return times.filter(({ utc }) => Date.parse(utc) < Math.floor(Date.parse(oldest.occurred_utc) / 1000) * 1000);
}
