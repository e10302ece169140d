import { services } from '@keyhaven/contracts/platform/services';
import { currencyCode } from '@keyhaven/contracts/shared/money';
import { timeZone } from '@keyhaven/contracts/shared/time-zones';
import type { Consumer } from '@keyhaven/events/event-bus';
import { accountId } from '@keyhaven/persistence/account-scope';
import { consumeCopies } from '@keyhaven/persistence/copies/consume-copies';
import { z } from 'zod';
import { areAllEqual, invalidateForAccount } from '../calendar/invalidate-calendars';
import { recordBeforeConsuming } from '../history/record-before-consuming';
import type { PricingStore } from '../store/pricing-store';

const accountRecord = z.object({ currency_code: currencyCode, time_zone: timeZone });

/**
 * Consumes account events, and keeps a copy of each account. A new currency or time zone invalidates all calendars of
 * the account, even those of properties with a currency or time zone of their own.
 */
export function consumeAccounts(store: PricingStore): Consumer[] {
  const consumers = consumeCopies({
    group: 'pricing.accounts',
    topic: services.identity.topic,
    entityType: 'account',
    copies: store.accounts,
    read: ({ entity }) => accountRecord.parse(entity),
    applied: async ({ userId, before, after }) => {
      const settings = [...before, after].map((copy) => copy && [copy.currency_code, copy.time_zone]);
      if (!areAllEqual(settings)) await invalidateForAccount(store, { accountId: accountId(userId) });
    },
  });
  return recordBeforeConsuming(consumers, store, 'account');
}
