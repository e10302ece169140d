import { addDays } from '@keyhaven/stays/calendar-date';
import type { Stay } from '@keyhaven/stays/nights';

/** Finds the first stay of this many nights, from a day on, that overlaps none of the existing stays. */
export function findFreeStay(taken: readonly Stay[], from: string, nights: number): Stay {
  const inOrder = [...taken].sort((a, b) => (a.arrival < b.arrival ? -1 : 1));
  let arrival = from;
  for (const stay of inOrder) {
    if (stay.departure <= arrival) continue;
    if (stay.arrival >= addDays(arrival, nights)) break;
    arrival = stay.departure;
  }
  return { arrival, departure: addDays(arrival, nights) };
}
