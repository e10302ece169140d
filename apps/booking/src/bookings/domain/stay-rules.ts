import { MAX_NIGHTS, nightCount, type Stay } from '@keyhaven/stays/nights';

/** The faults of a stay's dates, one message each. */
export function stayFaults({ arrival, departure }: Stay): string[] {
  const nights = nightCount({ arrival, departure });
  if (nights <= 0) return [`departure: ${departure} must be after arrival ${arrival}`];
  if (nights > MAX_NIGHTS)
    return [`departure: a stay of ${nights} nights is too long; at most ${MAX_NIGHTS} nights are accepted`];
  return [];
}

/** The faults of changed dates, one message each. Unchanged dates are not checked. */
export function changedStayFaults(before: Stay, after: Stay): string[] {
  const isSame = before.arrival === after.arrival && before.departure === after.departure;
  return isSame ? [] : stayFaults(after);
}
