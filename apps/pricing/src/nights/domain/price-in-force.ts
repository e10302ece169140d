import type { CalendarSources, NightPrice } from './calendar-sources';
import type { NightSettings } from './night-settings';

/**
 * Returns the current price of a night or, for a past night, the price that was recorded when its day ended. Null if
 * the night has or had no price, or if the recorded price is in another currency. A past night that is not recorded
 * has the current price.
 * @param settings the settings that were computed from the same sources.
 */
export function priceInForce(
  { now, history }: CalendarSources,
  settings: NightSettings,
  night: string,
): NightPrice | null {
  const recorded = night < now.date ? history.prices.get(night) : undefined;
  return recorded === undefined ? settings.priceOf(night) : recorded;
}
