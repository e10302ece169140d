/** The limits of the possible stays. In each array, the index is the number of a night. */
export interface StayLimits {
  /** Whether a stay may include the night. */
  isOpen: readonly boolean[];
  /** Whether a stay may arrive on the night's date. */
  mayArrive: readonly boolean[];
  /**
   * Whether a stay may depart on the night's date. This array has one more entry than the others, for the day after the
   * last night.
   */
  mayDepart: readonly boolean[];
  /** The minimum and maximum number of nights of a stay that arrives on the night's date. */
  minNights: readonly number[];
  maxNights: readonly number[];
}

/**
 * Finds the nights that are part of at least one allowed stay. For each arrival it is enough to
 * find the longest allowed stay, because the longest stay includes the nights of the shorter ones.
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

/** For each index, the first index at or after it whose night is not open. If there is none, the number of nights. */
function endsOfOpenRuns(isOpen: readonly boolean[]): number[] {
  const ends = new Array<number>(isOpen.length);
  for (let night = isOpen.length - 1; night >= 0; night--)
    ends[night] = isOpen[night] ? (ends[night + 1] ?? isOpen.length) : night;
  return ends;
}

/** For each index, the last index at or before it whose flag is set, or -1. */
function lastTrueUpTo(flags: readonly boolean[]): number[] {
  let last = -1;
  return flags.map((flag, index) => (flag ? (last = index) : last));
}
