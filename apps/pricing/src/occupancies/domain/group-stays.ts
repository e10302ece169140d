import { addDays } from '@keyhaven/stays/calendar-date';
import type { Stay } from '@keyhaven/stays/nights';

/**
 * The maximum pause between two stays of a group, in nights. One query reads all stays within a group. If pauses could
 * be longer, a query might read many stays only to save another query.
 */
const MAX_PAUSE = 60;

/**
 * Groups stays by time, in the order of their arrivals. A new group begins after a pause of more than MAX_PAUSE nights.
 */
export function groupStays(stays: readonly Stay[]): Stay[][] {
  const groups: Stay[][] = [];
  let lastDeparture = '';
  for (const stay of [...stays].sort((a, b) => (a.arrival < b.arrival ? -1 : 1))) {
    const group = groups.at(-1);
    if (group && stay.arrival <= addDays(lastDeparture, MAX_PAUSE)) group.push(stay);
    else groups.push([stay]);
    if (stay.departure > lastDeparture) lastDeparture = stay.departure;
  }
  return groups;
}
