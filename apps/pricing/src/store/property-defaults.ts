import type { AccountCopy } from './account-copy';
import type { PropertyFacts } from './property-copy';

/** The time zone of a property that has none, until the account's first event has arrived. */
const FALLBACK_TIME_ZONE = 'UTC';

type AccountSettings = Pick<AccountCopy, 'time_zone' | 'currency_code'> | undefined;

/** The time zone that decides which date is today at a property. */
export function timeZoneOf(property: Pick<PropertyFacts, 'time_zone'>, account: AccountSettings): string {
  return property.time_zone ?? account?.time_zone ?? FALLBACK_TIME_ZONE;
}

/** The currency of a property's prices. Undefined until the account's first event has arrived. */
export function currencyOf(
  property: Pick<PropertyFacts, 'currency_code'>,
  account: AccountSettings,
): string | undefined {
  return property.currency_code ?? account?.currency_code;
}
