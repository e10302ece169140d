/** What limits the possible stays; the index is the number of the night. */
export interface StayLimits {
  /** Whether a stay may include the night. */
  isOpen: readonly boolean[];
  /** Whether a stay may arrive on the night's date. */
  mayArrive: readonly boolean[];
  /** Whether a stay may depart on the night's date. It has one more entry, for the day after the last night. */
  mayDepart: readonly boolean[];
  /** The minimum and the maximum number of nights of a stay that arrives on the night's date. */
  minNights: readonly number[];
  maxNights: readonly number[];
}

/**
 * Finds the nights that are part of at least one allowed stay. One pass finds the longest allowed stay of each arrival,
 * which includes the nights of the shorter ones.
 */
export function sellableNights(limits: StayLimits): boolean[] {
  const { isOpen, mayArrive, minNights, maxNights } = limits;
  const openUntil = endsOfOpenRuns(isOpen);
  const lastDeparture = lastTrueUpTo(limits.mayDepart);
  let soldUntil = 0;
  return isOpen.map((open, night) => {
    if (open && mayArrive[night]) {
      const departure = lastDeparture[Math.min(night + maxNights[night]!, openUntil[night]!)]!;
      if (departure >= night + minNights[night]!) soldUntil = Math.max(soldUntil, departure);
    }
    return night < soldUntil;
  });
}

/** For each night, the index of the first night from it on that is not open. */
function endsOfOpenRuns(isOpen: readonly boolean[]): number[] {
  const ends = new Array<number>(isOpen.length);
  for (let night = isOpen.length - 1; night >= 0; night--)
    ends[night] = isOpen[night] ? (ends[night + 1] ?? isOpen.length) : night;
  return ends;
}

/** For each index, the greatest index up to it whose flag is set; -1 when there is none. */
function lastTrueUpTo(flags: readonly boolean[]): number[] {
  let last = -1;
  return flags.map((flag, index) => (flag ? (last = index) : last));
}
