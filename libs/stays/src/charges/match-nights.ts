import type { DefinitionTerms, PricedNight } from './charge-types';
import { refusal, type Match } from './refusal';
import { isInRanges, weekdayName } from './stay-facts';
import { dateRangesInWords } from './words';

/** The nights that a definition counts by stay dates, weekdays and seasons; none is a refusal that names the rule. */
export function matchingNights(
  { season_ids, criteria: { stay_dates, weekdays } }: DefinitionTerms,
  nights: readonly PricedNight[],
): Match {
  const rules: [field: string, words: () => string, holds: (night: PricedNight) => boolean][] = [
    [
      'criteria.stay_dates',
      () => `of the dates ${dateRangesInWords(stay_dates)}`,
      (night) => stay_dates.length === 0 || isInRanges(night.date, stay_dates),
    ],
    [
      'criteria.weekdays',
      () => `on ${weekdays.join(', ')}`,
      (night) => weekdays.length === 0 || weekdays.includes(weekdayName(night.date)),
    ],
    [
      'season_ids',
      () => `of the seasons ${season_ids.join(', ')}`,
      (night) => season_ids.length === 0 || (night.season_id !== null && season_ids.includes(night.season_id)),
    ],
  ];
  let left = [...nights];
  for (const [field, words, holds] of rules) {
    const which = left.length < nights.length ? 'no such night' : 'no night';
    left = left.filter(holds);
    if (left.length === 0) return refusal(field, `the stay has ${which} ${words()}`);
  }
  return { applies: true, nights: left };
}
