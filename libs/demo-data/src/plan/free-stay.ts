import { addDays } from '@keyhaven/stays/calendar-date';
import type { Stay } from '@keyhaven/stays/nights';

/**
 * Finds the first stay that does not overlap existing ones.
 * @param from the earliest arrival, yyyy-mm-dd.
 * @param nights the number of nights.
 */
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
