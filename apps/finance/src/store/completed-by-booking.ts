import type { AccountScope } from '@keyhaven/persistence/account-scope';
import { Gathering } from '@keyhaven/persistence/gathering';
import { genericFilter } from '@keyhaven/persistence/generic-filter';
import type { TenantRepository } from '@keyhaven/persistence/tenant-repository/tenant-repository';
import type { FinancialBody, FinancialDocument } from './financial-record.model';
import { readAll } from './read-all';

/** Reads the completed records of a booking. */
export type CompletedOf<Details> = (scope: AccountScope, bookingId: number) => Promise<FinancialBody<Details>[]>;

/**
 * Returns a function that reads the completed records of a booking. Concurrent calls for bookings of the same account
 * share one database command, which starts after all of these calls were made.
 */
export function completedByBooking<Details>(
  records: TenantRepository<FinancialDocument<Details>>,
): CompletedOf<Details> {
  const gathering = new Gathering();
  return ({ accountId }, bookingId) =>
    gathering.gather(String(accountId), bookingId, async (bookingIds: readonly number[]) => {
      const booking_id = bookingIds.length === 1 ? bookingId : { $in: [...new Set(bookingIds)] };
      const found = await readAll(records, { accountId }, genericFilter({ booking_id, status: 'completed' }));
      return bookingIds.map((id) => found.filter((record) => record.booking_id === id));
    });
}
