import { services } from '@keyhaven/contracts/platform/services';
import { ApiError } from '@keyhaven/contracts/shared/errors';
import type { Consumer } from '@keyhaven/events/event-bus';
import type { AccountScope } from '@keyhaven/persistence/account-scope';
import { type CopyDocument, copySchema } from '@keyhaven/persistence/copies/copy-document';
import { CopyRepository } from '@keyhaven/persistence/copies/copy-repository';
import { consumeCopies } from '@keyhaven/persistence/copies/consume-copies';
import type { Connection } from 'mongoose';
import { z } from 'zod';

/** The copy of an account. It contains the default currency of amounts. */
export interface AccountCopy extends CopyDocument {
  currency_code: string;
}

export function accountCopies(connection: Connection): CopyRepository<AccountCopy> {
  const schema = copySchema<AccountCopy>('account_copies', { currency_code: String });
  return new CopyRepository(connection.model<AccountCopy>('AccountCopy', schema));
}

const accountRecord = z.object({ currency_code: z.string() });

/** Stores copies of accounts from the events of the identity service. */
export function consumeAccounts(copies: CopyRepository<AccountCopy>): Consumer[] {
  return consumeCopies({
    group: 'fees.accounts',
    topic: services.identity.topic,
    entityType: 'account',
    copies,
    read: ({ entity }) => accountRecord.parse(entity),
  });
}

/** Returns the account's currency. @throws ApiError unavailable until the account's first event has arrived. */
export async function currencyOfAccount(accounts: CopyRepository<AccountCopy>, scope: AccountScope): Promise<string> {
  const account = await accounts.findOne(scope, { _id: scope.accountId });
  if (!account) {
    throw new ApiError('unavailable', 'the account is not known to the fees service yet; try again in 1 second', {
      'Retry-After': '1',
    });
  }
  return account.currency_code;
}
