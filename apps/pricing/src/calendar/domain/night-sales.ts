import { dateOfDay, dayNumber } from '@keyhaven/stays/calendar-date';
import { MAX_NIGHTS } from '@keyhaven/stays/nights';
import { minNightsOnArrival } from '../../nights/domain/filling-stay';
import type { NightRules, NightSettings } from '../../nights/domain/night-settings';
import { type Occupant, occupiedNights } from '../../nights/domain/occupied-nights';
import type { CalendarSources } from '../../nights/domain/calendar-sources';
import { earliestArrival, lastNightOfWindow } from '../../nights/domain/sales-period';
import { sellableNights } from './sellable-nights';

/** How a night from today on can be sold. */
export interface NightSale {
  rules: NightRules;
  /** The minimum number of nights for a stay that arrives on it, lowered where such a stay fills a vacant run. */
  minNights: number;
  /** Whether some stay of one adult that includes the night can be sold. */
  isSellable: boolean;
  /** Whether one could be sold if nothing were occupied. */
  isSellableWhenVacant: boolean;
}

/**
 * Finds how the nights from one date to another, both included, can be sold. Past nights are left out. It looks as far
 * around the range as a stay can reach.
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
  const lastDay = Math.min(lastOfWindow === null ? Infinity : dayNumber(lastOfWindow), dayNumber(to) + MAX_NIGHTS - 1);
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
