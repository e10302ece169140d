import type { BalanceTotals } from '@keyhaven/contracts/finance/balance';
import { type CopyDocument, copySchema } from '@keyhaven/persistence/copies/copy-document';
import { CopyRepository } from '@keyhaven/persistence/copies/copy-repository';
import { type Connection, Schema } from 'mongoose';

/** A copy of what was paid for a booking, under the booking's id, from finance's events. */
export interface BalanceCopy extends CopyDocument {
  /** One for each currency in which money was recorded. */
  totals: BalanceTotals[];
  /** The cancellation that `paid_when_canceled` of the totals refers to; null: finance knew of none. */
  canceled_utc: string | null;
}

export function balanceCopies(connection: Connection): CopyRepository<BalanceCopy> {
  const schema = copySchema<BalanceCopy>('balance_copies', { totals: Schema.Types.Mixed, canceled_utc: String });
  return new CopyRepository(connection.model<BalanceCopy>('BalanceCopy', schema));
}
