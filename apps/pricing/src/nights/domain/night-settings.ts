import { weekdayOf } from '@keyhaven/stays/calendar-date';
import { adjustRate, adjustsNight } from './adjust-rate';
import { byPrecedence, coversNight } from './governing-period';
import type { BaseRate, NightPrice, CalendarSources, Season, StayRules, Weekday } from './calendar-sources';

/** The rules of one night, combined from spot rate, season and property. Null means no limit. */
export interface NightRules {
  minNights: number;
  maxNights: number | null;
  isArrivalDisallowed: boolean;
  isDepartureDisallowed: boolean;
  isStayDisallowed: boolean;
}

/**
 * The values that spot rates, seasons and the property set for each date. They do not depend on occupancy or the
 * current time.
 */
export interface NightSettings {
  /** The price of a night. Null if no price is set, or if rate adjusters reduce the price to 0 or less. */
  priceOf(night: string): NightPrice | null;
  /**
   * The rules of a date. A stay must also follow the departure rule of its departure date, which is not one of its
   * nights.
   */
  rulesOf(date: string): NightRules;
  holidayOf(date: string): string | null;
}

function rateOn({ amountMinor, byWeekdayMinor }: BaseRate, weekday: Weekday): number {
  return byWeekdayMinor[weekday] ?? amountMinor;
}

/**
 * Returns the settings of a property's nights. The price and each rule are looked up separately: first in the spot
 * rate, then in the seasons that cover the night, then in the property.
 */
export function nightSettings(sources: CalendarSources): NightSettings {
  const { property, spotRates, adjusters } = sources;
  const seasons = byPrecedence(sources.seasons);
  const holidays = byPrecedence(sources.holidays);
  // Cache the seasons of each night, because they are looked up several times, and an account may
  // have thousands of seasons.
  const covering = new Map<string, Season[]>();
  const seasonsOf = (night: string): Season[] => {
    const found = covering.get(night) ?? seasons.filter(({ period }) => coversNight(period, night));
    covering.set(night, found);
    return found;
  };

  return {
    priceOf(night) {
      const season = seasonsOf(night).find(({ rate }) => rate !== null);
      const weekday = weekdayOf(night);
      const spotMinor = spotRates.get(night)?.amountMinor ?? null;
      const base = season?.rate ?? property.defaultRate;
      const rentMinor = spotMinor ?? (base && rateOn(base, weekday));
      if (rentMinor === null) return null;
      const seasonId = season?.id ?? null;
      const applying = adjusters.filter((adjuster) => adjustsNight(adjuster, { date: night, weekday, seasonId }));
      const amountMinor = adjustRate(rentMinor, applying);
      if (amountMinor <= 0) return null;
      return { rentMinor, amountMinor, seasonId, isSpotRate: spotMinor !== null };
    },

    rulesOf(date) {
      const spot = spotRates.get(date);
      const ofDate = seasonsOf(date);
      const weekday = weekdayOf(date);
      const setting = <Rule extends keyof StayRules>(rule: Rule): StayRules[Rule] =>
        ofDate.find(({ rules }) => rules[rule] !== null)?.rules[rule] ?? property.rules[rule];
      return {
        minNights: Math.max(spot?.minNights ?? setting('minNights') ?? 1, 1),
        maxNights: setting('maxNights'),
        isArrivalDisallowed: spot?.isArrivalDisallowed ?? setting('noArrivalWeekdays')?.includes(weekday) ?? false,
        isDepartureDisallowed:
          spot?.isDepartureDisallowed ?? setting('noDepartureWeekdays')?.includes(weekday) ?? false,
        isStayDisallowed: setting('isStayDisallowed') ?? false,
      };
    },

    holidayOf: (date) => holidays.find(({ period }) => coversNight(period, date))?.name ?? null,
  };
}
