import type { Occupant } from './occupied-nights';

/**
 * The longest stay that fits between the stay before a vacant day and the stay after it, with the required gaps. Null
 * if the day is occupied, if one of the two stays does not exist, or if the gaps leave no night.
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
 * The minimum number of nights for a stay that arrives on a day. A stay that exactly fills the
 * vacant nights between two stays may be shorter than the usual minimum, but not shorter than
 * minNightsInGap.
 * @param minNights the usual minimum, from spot rate, season or property.
 * @param minNightsInGap null if the usual minimum also applies between two stays.
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
