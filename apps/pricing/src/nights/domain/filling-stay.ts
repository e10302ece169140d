import type { Occupant } from './occupied-nights';

/**
 * The stay that would fill the vacant run in which a night lies, less the required gaps, where the run is between two
 * occupied nights. Null where it is open to a side, where nothing is left of it, or where the night is occupied.
 */
function fillingStay(occupants: readonly Occupant[], day: number): { arrivalDay: number; nights: number } | null {
  let [first, end] = [-Infinity, Infinity];
  for (const { arrivalDay, departureDay, gap } of occupants) {
    if (departureDay <= day) first = Math.max(first, departureDay + gap);
    else if (arrivalDay > day) end = Math.min(end, arrivalDay - gap);
    else return null;
  }
  if (!Number.isFinite(first) || !Number.isFinite(end) || first >= end) return null;
  return { arrivalDay: first, nights: end - first };
}

/**
 * The fewest nights of a stay that arrives on a day: what spot rate, season or property say, unless the stay that fills
 * a vacant run is shorter than that and still allowed.
 * @param minNights by spot rate, season or property.
 * @param minNightsInGap the shortest stay that may fill a vacant run; null when none may be shorter than the minimum.
 */
export function minNightsOnArrival(
  minNights: number,
  minNightsInGap: number | null,
  occupants: readonly Occupant[],
  arrivalDay: number,
): number {
  if (minNightsInGap === null || minNights <= minNightsInGap) return minNights;
  const filling = fillingStay(occupants, arrivalDay);
  if (filling?.arrivalDay !== arrivalDay) return minNights;
  return filling.nights >= minNightsInGap ? Math.min(filling.nights, minNights) : minNights;
}
