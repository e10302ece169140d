import type { DefinitionTerms, PricedNight } from './charge-types';
import { refusal, type Match } from './refusal';
import { rangeFinder, weekdayName } from './stay-facts';
import { dateRangesInWords } from './words';

/** A rule that restricts a surcharge or discount to some nights. A rule without values allows all nights. */
interface NightRule {
  field: string;
  values: readonly unknown[];
  words: () => string;
  holds: (night: PricedNight) => boolean;
}

/**
 * Finds the nights to which a surcharge or discount applies, by stay dates, weekdays and seasons. If
 * there are no such nights, the refusal names the first rule after which no nights remained.
 */
export function matchingNights(definition: DefinitionTerms, nights: readonly PricedNight[]): Match {
  let left = nights;
  for (const { field, values, words, holds } of nightRules(definition)) {
    if (values.length === 0) continue;
    const which = left.length < nights.length ? 'no such night' : 'no night';
    left = left.filter(holds);
    if (left.length === 0) return refusal(field, `the stay has ${which} ${words()}`);
  }
  return { applies: true, nights: left };
}

function nightRules({ season_ids, criteria: { stay_dates, weekdays } }: DefinitionTerms): NightRule[] {
  const isOfDates = rangeFinder(stay_dates);
  const seasons = new Set<number | null>(season_ids);
  return [
    {
      field: 'criteria.stay_dates',
      values: stay_dates,
      words: () => `of the dates ${dateRangesInWords(stay_dates)}`,
      holds: ({ date }) => isOfDates(date),
    },
    {
      field: 'criteria.weekdays',
      values: weekdays,
      words: () => `on ${weekdays.join(', ')}`,
      holds: (night) => weekdays.includes(weekdayName(night)),
    },
    {
      field: 'season_ids',
      values: season_ids,
      words: () => `of the seasons ${season_ids.join(', ')}`,
      holds: ({ season_id }) => seasons.has(season_id),
    },
  ];
}
