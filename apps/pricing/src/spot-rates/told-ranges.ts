import { type NightRange, runsOfNights } from '../domain/changed-ranges';

/** The most ranges that one event names; beyond it one range covers all. */
const MAX_RANGES = 50;

/** The ranges that dates make, in order. */
export function toldRanges(dates: readonly string[]): NightRange[] {
  const ranges = runsOfNights(dates);
  if (ranges.length <= MAX_RANGES) return ranges;
  return [{ from: ranges[0]!.from, to: ranges[ranges.length - 1]!.to }];
}
