import type { AccountCopy } from './account-copy';
import type { PropertyFacts } from './property-copy';

/** Used until the account's first event has arrived, for a property without a time zone of its own. */
const FALLBACK_TIME_ZONE = 'UTC';

type AccountSettings = Pick<AccountCopy, 'time_zone' | 'currency_code'> | undefined;

/** The time zone that decides what today is at a property. */
export function timeZoneOf(property: Pick<PropertyFacts, 'time_zone'>, account: AccountSettings): string {
  return property.time_zone ?? account?.time_zone ?? FALLBACK_TIME_ZONE;
}

/** The currency of a property's prices; undefined until the account's first event has arrived. */
export function currencyOf(
  property: Pick<PropertyFacts, 'currency_code'>,
  account: AccountSettings,
): string | undefined {
  return property.currency_code ?? account?.currency_code;
}
