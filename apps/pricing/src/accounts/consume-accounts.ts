import { currencyCode } from '@keyhaven/contracts/shared/money';
import { timeZone } from '@keyhaven/contracts/shared/time-zones';
import { type CopyDocument, copySchema } from '@keyhaven/persistence/copies/copy-document';
import { CopyRepository } from '@keyhaven/persistence/copies/copy-repository';
import { consumeCopies } from '@keyhaven/persistence/copies/consume-copies';
import type { Consumer } from '@keyhaven/events/event-bus';
import { accountId } from '@keyhaven/persistence/account-scope';
import type { Connection } from 'mongoose';
import { z } from 'zod';
import { areAllEqual } from '../calendar/are-all-equal';
import { raiseForAccount } from '../calendar/invalidate-calendars';
import { afterRecording } from '../history/record-before-consuming';
import type { PricingStore } from '../store/pricing-store';

/** What the pricing service keeps of an account: what properties without a currency or time zone of their own have. */
export interface AccountCopy extends CopyDocument {
  currency_code: string;
  time_zone: string;
}

export function accountCopies(connection: Connection): CopyRepository<AccountCopy> {
  const schema = copySchema<AccountCopy>('account_copies', { currency_code: String, time_zone: String });
  return new CopyRepository(connection.model<AccountCopy>('AccountCopy', schema));
}

const accountRecord = z.object({ currency_code: currencyCode, time_zone: timeZone });

/** Follows the accounts. A change of their settings raises all calendars: which of them show these is not asked. */
export function consumeAccounts(store: PricingStore): Consumer[] {
  const consumers = consumeCopies({
    group: 'pricing.accounts',
    topic: 'keyhaven.identity',
    entityType: 'account',
    copies: store.accounts,
    read: ({ entity }) => accountRecord.parse(entity),
    applied: async ({ userId, before, after }) => {
      const settings = [...before, after].map((copy) => copy && [copy.currency_code, copy.time_zone]);
      if (!areAllEqual(settings)) await raiseForAccount(store, { accountId: accountId(userId) });
    },
  });
  return afterRecording(consumers, store, 'account');
}
