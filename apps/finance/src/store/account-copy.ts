import { services } from '@keyhaven/contracts/platform/services';
import { timeZone } from '@keyhaven/contracts/shared/time-zones';
import type { Consumer } from '@keyhaven/events/event-bus';
import { type CopyDocument, copySchema } from '@keyhaven/persistence/copies/copy-document';
import { CopyRepository } from '@keyhaven/persistence/copies/copy-repository';
import { consumeCopies } from '@keyhaven/persistence/copies/consume-copies';
import type { Connection } from 'mongoose';
import { z } from 'zod';

/** The copy of an account. Its time zone applies to properties without one. */
export interface AccountCopy extends CopyDocument {
  time_zone: string;
}

export function accountCopies(connection: Connection): CopyRepository<AccountCopy> {
  const schema = copySchema<AccountCopy>('account_copies', { time_zone: String });
  return new CopyRepository(connection.model<AccountCopy>('AccountCopy', schema));
}

const accountRecord = z.object({ time_zone: timeZone });

/** Stores copies of accounts from the events of the identity service. */
export function consumeAccounts(copies: CopyRepository<AccountCopy>): Consumer[] {
  return consumeCopies({
    group: 'finance.accounts',
    topic: services.identity.topic,
    entityType: 'account',
    copies,
    read: ({ entity }) => accountRecord.parse(entity),
  });
}
