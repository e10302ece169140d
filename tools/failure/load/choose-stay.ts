import { addDays } from '@keyhaven/stays/calendar-date';
import { choose, type ClientState, type PropertyStay } from './client-state';

/** The first night that clients book, in days from today. */
const FIRST_DAY = 30;
/** How long all clients of an account try to book the same night before they try the next night, in milliseconds. */
const CONTEST_MS = 1500;
/** The stays that `anyNights` returns begin within this number of nights from FIRST_DAY. */
const WINDOW = 300;
/** The maximum length of a stay, in nights. */
const LONGEST = 3;

const today = new Date().toISOString().slice(0, 10);

/** The night that all clients of an account try to book now. It is always at the first property of the account. */
export function contestedNight({ account: { propertyIds } }: ClientState): PropertyStay {
  const night = FIRST_DAY + Math.floor(performance.now() / CONTEST_MS);
  return { property_id: propertyIds[0]!, arrival: addDays(today, night), departure: addDays(today, night + 1) };
}

/**
 * One to three nights at a property that is neither the first nor the last one. The nights may be
 * taken.
 */
export function anyNights(client: ClientState): PropertyStay {
  const { random, account } = client;
  // The first property is used only for contested nights, and the last one only by the probe.
  const property_id = choose(client, account.propertyIds.slice(1, -1))!;
  const from = FIRST_DAY + Math.floor(random() * WINDOW);
  const nights = 1 + Math.floor(random() * LONGEST);
  return { property_id, arrival: addDays(today, from), departure: addDays(today, from + nights) };
}

/** The nights that the probe books, one after the other, at the last property. */
export function probedNight({ account: { propertyIds } }: ClientState, index: number): PropertyStay {
  const night = FIRST_DAY + index;
  return { property_id: propertyIds.at(-1)!, arrival: addDays(today, night), departure: addDays(today, night + 1) };
}
