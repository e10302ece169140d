import { type TaxRemitter, taxRemitters } from '@keyhaven/contracts/identity/identity';
import { services } from '@keyhaven/contracts/platform/services';
import type { Consumer } from '@keyhaven/events/event-bus';
import { type CopyDocument, copySchema } from '@keyhaven/persistence/copies/copy-document';
import { CopyRepository } from '@keyhaven/persistence/copies/copy-repository';
import { consumeCopies } from '@keyhaven/persistence/copies/consume-copies';
import type { Connection } from 'mongoose';
import { z } from 'zod';

/** A copy of an account, from the identity service's events. */
export interface AccountCopy extends CopyDocument {
  currency_code: string;
  time_zone: string;
  is_property_management: boolean;
  taxes_remitted_by: TaxRemitter;
}

export function accountCopies(connection: Connection): CopyRepository<AccountCopy> {
  const schema = copySchema<AccountCopy>('account_copies', {
    currency_code: String,
    time_zone: String,
    is_property_management: Boolean,
    taxes_remitted_by: String,
  });
  return new CopyRepository(connection.model<AccountCopy>('AccountCopy', schema));
}

const accountRecord = z.object({
  currency_code: z.string(),
  time_zone: z.string(),
  is_property_management: z.boolean(),
  taxes_remitted_by: z.enum(taxRemitters),
});

/**
 * Consumes the events of accounts. Bookings need an account's currency, time zone, type and tax
 * remitter.
 */
export function consumeAccounts(copies: CopyRepository<AccountCopy>): Consumer[] {
  return consumeCopies({
    group: 'booking.accounts',
    topic: services.identity.topic,
    entityType: 'account',
    copies,
    read: ({ entity }) => accountRecord.parse(entity),
  });
}
