import { dateOfDay, dayNumber } from '@keyhaven/stays/calendar-date';
import { MAX_NIGHTS } from '@keyhaven/stays/nights';
import { minNightsOnArrival } from '../../nights/domain/filling-stay';
import type { NightRules, NightSettings } from '../../nights/domain/night-settings';
import { type Occupant, occupiedNights } from '../../nights/domain/occupied-nights';
import type { CalendarSources } from '../../nights/domain/calendar-sources';
import { earliestArrival, lastNightOfWindow } from '../../nights/domain/sales-period';
import { sellableNights } from './sellable-nights';

/** Whether and how a night from today on can be sold. */
export interface NightSale {
  rules: NightRules;
  /**
   * The minimum number of nights for a stay that arrives on this night. It is lower than the usual
   * minimum if such a stay exactly fills the vacant nights between two stays.
   */
  minNights: number;
  /** Whether at least one possible stay of one adult includes the night. */
  isSellable: boolean;
  /** Whether the night would be sellable if no night were occupied. */
  isSellableWhenVacant: boolean;
}

/**
 * Finds whether and how the nights from `from` to `to`, both included, can be sold. Past nights are omitted. The result
 * also depends on nights outside the range, because a stay that includes a night of the range may begin before the range
 * or end after it.
 */
export function nightSales(
  sources: CalendarSources,
  settings: NightSettings,
  occupants: readonly Occupant[],
  from: string,
  to: string,
): Map<string, NightSale> {
  const { now, property } = sources;
  if (to < now.date) return new Map();
  const lastOfWindow = lastNightOfWindow(sources);
  const firstDay = Math.max(dayNumber(now.date), dayNumber(from) - MAX_NIGHTS + 1);
  const endOfWindow = lastOfWindow === null ? Infinity : dayNumber(lastOfWindow);
  const lastDay = lastRelevantDay(settings, firstDay, dayNumber(to), endOfWindow);
  const dates = Array.from({ length: Math.max(lastDay - firstDay + 1, 0) }, (_, index) => dateOfDay(firstDay + index));

  const rules = dates.map((date) => settings.rulesOf(date));
  const { shown, isInGap } = occupiedNights(occupants, firstDay, lastDay + 1);
  const isFree = dates.map((_, index) => !shown[index] && !isInGap[index]);
  const minNights = rules.map((rule, index) =>
    isFree[index] && !isFree[index - 1]
      ? minNightsOnArrival(rule.minNights, property.minNightsInGap, occupants, firstDay + index)
      : rule.minNights,
  );

  const takesStays = property.isActive && !property.isSnoozed && property.acceptsOneAdult;
  const isOffered = dates.map(
    (date, index) => takesStays && !rules[index]!.isStayDisallowed && settings.priceOf(date) !== null,
  );
  const firstArrival = earliestArrival(sources);
  const limits = {
    mayArrive: rules.map((rule, index) => !rule.isArrivalDisallowed && dates[index]! >= firstArrival),
    mayDepart: [...rules, settings.rulesOf(dateOfDay(lastDay + 1))].map((rule) => !rule.isDepartureDisallowed),
    maxNights: rules.map((rule) => Math.min(rule.maxNights ?? MAX_NIGHTS, MAX_NIGHTS)),
  };
  const isSellable = sellableNights({
    ...limits,
    minNights,
    isOpen: isOffered.map((offered, i) => offered && isFree[i]!),
  });
  const isSellableWhenVacant = sellableNights({
    ...limits,
    minNights: rules.map((rule) => rule.minNights),
    isOpen: isOffered,
  });

  return new Map(
    dates.map((date, index) => [
      date,
      {
        rules: rules[index]!,
        minNights: minNights[index]!,
        isSellable: isSellable[index]!,
        isSellableWhenVacant: isSellableWhenVacant[index]!,
      },
    ]),
  );
}

/**
 * The last night on which the result depends. Let d be the first date on which departures are
 * allowed and which is after `toDay` by at least the longest minimum stay. A stay that includes a
 * night up to `toDay` and departs after d could depart on d instead. So the nights from d on do not
 * matter.
 */
function lastRelevantDay(settings: NightSettings, firstDay: number, toDay: number, endOfWindow: number): number {
  let longestMinimum = 1;
  for (let day = firstDay; day <= Math.min(toDay, endOfWindow); day++)
    longestMinimum = Math.max(longestMinimum, settings.rulesOf(dateOfDay(day)).minNights);
  const end = Math.min(endOfWindow, toDay + MAX_NIGHTS - 1);
  for (let day = toDay + longestMinimum; day <= end; day++)
    if (!settings.rulesOf(dateOfDay(day)).isDepartureDisallowed) return day - 1;
  return end;
}
