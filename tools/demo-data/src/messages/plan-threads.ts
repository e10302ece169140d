import type { PlannedBooking, PlannedGuest, PlannedMessage, PlannedProperty, PlannedThread } from '../demo-plan';
import { addDays, dayNumber } from '@keyhaven/stays/calendar-date';
import { seededRandom } from '../random/seeded-random';
import {
  conversations,
  draftText,
  type Line,
  pictureText,
  question,
  removedText,
  type ThreadFacts,
} from './conversations';
import { drawPicture } from './draw-picture';

/** Bookings that begin within so many days of the first day have a thread, and of these only so many. */
const NEAR_DAYS = 45;
const MOST_THREADS = 40;
/** How long a thread gets, and how many have a picture, a removed message or a draft at the end. */
const MOST_MESSAGES = 12;
const WITH_EXTRAS = 3;

/** A thread that has messages, each with its removal where it was removed. */
export interface PlannedThreads {
  threads: PlannedThread[];
  messages: PlannedMessage[];
}

/** Threads of the bookings around the first day, and one without a booking. */
export function planThreads(
  firstDay: string,
  bookings: readonly PlannedBooking[],
  guests: readonly PlannedGuest[],
  properties: readonly PlannedProperty[],
): PlannedThreads {
  const today = dayNumber(firstDay);
  const nearby = bookings
    .filter(({ guest, body }) => guest !== null && Math.abs(dayNumber(body.arrival) - today) <= NEAR_DAYS)
    .slice(0, MOST_THREADS);
  const planned: PlannedThreads = { threads: [], messages: [] };
  for (const [index, booking] of nearby.entries()) {
    const guest = guests.find(({ key }) => key === booking.guest);
    const property = properties.find(({ key }) => key === booking.property);
    const { arrival, departure } = booking.body;
    const facts: ThreadFacts = {
      guest: guest?.body.first_name ?? 'guest',
      property: property?.body.name ?? 'the house',
      arrival,
      nights: dayNumber(departure) - dayNumber(arrival),
    };
    const thread = { key: booking.key, booking: booking.key, guest: booking.guest, body: channelOf(booking) };
    planned.threads.push(thread);
    planned.messages.push(...messagesOf(thread.key, facts, index, lastDayToWrite(arrival, firstDay)));
  }
  planned.threads.push({ key: 'question', booking: null, guest: null, body: { channel: null } });
  for (const [place, [from, body]] of question.entries()) {
    planned.messages.push({
      key: `question/${place + 1}`,
      thread: 'question',
      isRemoved: false,
      body: { body, from_role: roleOf(from), date_utc: `${addDays(firstDay, place - 3)}T10:12:00Z` },
    });
  }
  return planned;
}

function roleOf(from: Line[0]) {
  return from === 'g' ? ('guest' as const) : ('owner' as const);
}

function channelOf({ body }: PlannedBooking): { channel: string | null } {
  return { channel: body.channel?.name ?? null };
}

/** Nobody writes in the future: conversations end on the arrival, or the day before the first day. */
function lastDayToWrite(arrival: string, firstDay: string): string {
  const yesterday = addDays(firstDay, -1);
  return arrival < yesterday ? arrival : yesterday;
}

function messagesOf(thread: string, facts: ThreadFacts, index: number, lastDay: string): PlannedMessage[] {
  const random = seededRandom(`thread/${thread}`);
  // What comes on top in the first threads has room in them.
  const lines = random
    .pick(conversations)(facts)
    .slice(0, index < WITH_EXTRAS ? MOST_MESSAGES - 1 : MOST_MESSAGES);
  const first = addDays(lastDay, -lines.length);
  const made: PlannedMessage[] = lines.map(([from, body], place) => ({
    key: `${thread}/${place + 1}`,
    thread,
    isRemoved: false,
    body: {
      body,
      from_role: roleOf(from),
      date_utc: `${addDays(first, place)}T${String(random.whole(8, 20)).padStart(2, '0')}:${random.whole(10, 59)}:00Z`,
    },
  }));
  const extra = (key: string, body: PlannedMessage['body'], isRemoved = false) =>
    made.push({ key: `${thread}/${key}`, thread, isRemoved, body: { from_role: 'owner', ...body } });
  const date_utc = `${lastDay}T21:05:00Z`;
  if (index === 0) {
    const content = drawPicture().toString('base64');
    extra('picture', { body: pictureText, date_utc, attachments: [{ content }] });
  }
  if (index === 1) extra('removed', { body: removedText, date_utc }, true);
  if (index === 2) extra('draft', { body: draftText(facts), date_utc, is_draft: true });
  return made;
}
