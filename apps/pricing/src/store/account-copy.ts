import { type CopyDocument, copySchema } from '@keyhaven/persistence/copies/copy-document';
import { CopyRepository } from '@keyhaven/persistence/copies/copy-repository';
import type { Connection } from 'mongoose';

/** The copy of an account. Its values are the defaults for properties without their own currency or time zone. */
export interface AccountCopy extends CopyDocument {
  currency_code: string;
  time_zone: string;
}

export function accountCopies(connection: Connection): CopyRepository<AccountCopy> {
  const schema = copySchema<AccountCopy>('account_copies', { currency_code: String, time_zone: String });
  return new CopyRepository(connection.model<AccountCopy>('AccountCopy', schema));
}
