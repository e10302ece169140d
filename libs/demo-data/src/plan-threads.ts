import { addDays, dayNumber } from '@keyhaven/stays/calendar-date';
import { nightCount } from '@keyhaven/stays/nights';
import texts from './data/messages.json';
import type { DemoPlan, PlannedBooking, PlannedGuest, PlannedMessage, PlannedThread } from './plan/demo-plan';
import { portfolio } from './plan/portfolio';
import { seededRandom } from './plan/seeded-random';

/**
 * Bookings with an arrival at most this many days before or after the demo's first day have a thread. There are at most
 * MOST_THREADS of these threads.
 */
const NEAR_DAYS = 45;
const MOST_THREADS = 40;
/**
 * The maximum number of messages in a thread. This includes the extra message at the end of each of
 * the first three threads: a picture, a removed message, and a draft.
 */
const MOST_MESSAGES = 12;
const WITH_EXTRAS = 3;

/** The values of the placeholders {guest}, {property}, {arrival} and {nights} in message texts. */
type Facts = Record<string, string | number>;
const fill = (text: string, facts: Facts) => text.replace(/\{(\w+)\}/g, (_, name: string) => String(facts[name]));
/** Converts the abbreviation of a writer in messages.json: g for guest, o for owner. */
const roleOf = (writer: string) => (writer === 'g' ? 'guest' : 'owner');

/** Plans the threads of bookings around the demo's first day, and one thread without a booking. */
export function planThreads(
  firstDay: string,
  bookings: readonly PlannedBooking[],
  guests: readonly PlannedGuest[],
): Pick<DemoPlan, 'threads' | 'messages'> {
  const today = dayNumber(firstDay);
  const yesterday = addDays(firstDay, -1);
  const nearby = bookings
    .filter(({ guest, body }) => guest !== null && Math.abs(dayNumber(body.arrival) - today) <= NEAR_DAYS)
    .slice(0, MOST_THREADS);
  const threads = nearby.map(({ key, guest, body }): PlannedThread => {
    return { key, booking: key, guest, body: { channel: body.channel?.name ?? null } };
  });
  const messages = nearby.flatMap(({ key, guest, property, body }, index) => {
    const { arrival } = body;
    const facts = {
      guest: guests.find((one) => one.key === guest)?.body.first_name ?? 'guest',
      property: portfolio.find((entry) => entry.key === property)!.body.name,
      arrival,
      nights: nightCount(body),
    };
    // The conversation ends on the day of arrival, but at the latest on the day before the demo's
    // first day, so that no message is in the future.
    return messagesOf(key, facts, index, arrival < yesterday ? arrival : yesterday);
  });
  const question = texts.question.map(([writer, body], index) => {
    const date_utc = `${addDays(firstDay, index - 3)}T10:12:00Z`;
    return message('question', index + 1, { body, from_role: roleOf(writer!), date_utc });
  });
  return {
    threads: [...threads, { key: 'question', booking: null, guest: null, body: { channel: null } }],
    messages: [...messages, ...question],
  };
}

function message(thread: string, name: string | number, body: PlannedMessage['body'], isRemoved = false) {
  return { key: `${thread}/${name}`, thread, isRemoved, body };
}

function messagesOf(thread: string, facts: Facts, index: number, lastDay: string): PlannedMessage[] {
  const random = seededRandom(`thread/${thread}`);
  // In the first threads, leave room for the extra message.
  const lines = random.pick(texts.conversations).slice(0, index < WITH_EXTRAS ? MOST_MESSAGES - 1 : MOST_MESSAGES);
  const first = addDays(lastDay, -lines.length);
  const messages = lines.map(([writer, text], position) => {
    const time = `${String(random.whole(8, 20)).padStart(2, '0')}:${random.whole(10, 59)}:00Z`;
    const date_utc = `${addDays(first, position)}T${time}`;
    return message(thread, position + 1, { body: fill(text!, facts), from_role: roleOf(writer!), date_utc });
  });
  const evening = { from_role: 'owner', date_utc: `${lastDay}T21:05:00Z` };
  const { picture, removed, draft } = texts;
  const extras = [
    message(thread, 'picture', { ...evening, body: picture.text, attachments: [{ content: picture.png }] }),
    message(thread, 'removed', { ...evening, body: removed }, true),
    message(thread, 'draft', { ...evening, body: fill(draft, facts), is_draft: true }),
  ];
  return [...messages, ...extras.slice(index, index + 1)];
}
