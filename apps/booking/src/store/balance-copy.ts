import type { BalanceTotals } from '@keyhaven/contracts/shared/booking-balance';
import { type CopyDocument, copySchema } from '@keyhaven/persistence/copies/copy-document';
import { CopyRepository } from '@keyhaven/persistence/copies/copy-repository';
import { type Connection, Schema } from 'mongoose';

/** A copy of the balance of a booking, from finance's events. Its id is the booking's id. */
export interface BalanceCopy extends CopyDocument {
  /** One entry for each currency in which money was recorded. */
  totals: BalanceTotals[];
  /** The time of the cancellation to which `paid_when_canceled` belongs; null if finance knew of no cancellation. */
  canceled_utc: string | null;
}

export function balanceCopies(connection: Connection): CopyRepository<BalanceCopy> {
  const schema = copySchema<BalanceCopy>('balance_copies', { totals: Schema.Types.Mixed, canceled_utc: String });
  return new CopyRepository(connection.model<BalanceCopy>('BalanceCopy', schema));
}
