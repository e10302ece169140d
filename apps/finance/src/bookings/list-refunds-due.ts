import type { RefundsDueQuery } from '@keyhaven/contracts/finance/operator-contract';
import type { RefundDue } from '@keyhaven/contracts/finance/refund-due';
import { formatInstant } from '@keyhaven/contracts/shared/instants';
import { buildPage, type Page } from '@keyhaven/contracts/shared/paging';
import { namedProperties } from '@keyhaven/contracts/shared/property-filter';
import { genericFilter } from '@keyhaven/persistence/generic-filter';
import type { AccountScope } from '@keyhaven/persistence/account-scope';
import type { CopyBody } from '@keyhaven/persistence/copies/copy-document';
import { pageFilter, pageSkip } from '@keyhaven/persistence/list-filters';
import type { FinanceStore } from '../store/finance-store';
import type { BookingCopy } from '../store/booking-copy';

/**
 * Lists the bookings with a negative `total_owed`, ordered by id. The amounts come from the latest
 * event of each booking.
 */
export async function listRefundsDue(
  { bookings }: FinanceStore,
  scope: AccountScope,
  query: RefundsDueQuery,
  url: string,
): Promise<Page<RefundDue>> {
  const propertyIds = namedProperties(query);
  const filter = genericFilter<BookingCopy>({
    $and: [{ is_refund_due: true }, propertyIds ? { property_id: { $in: propertyIds } } : {}, pageFilter('_id', query)],
  });
  const found = await bookings.find(scope, filter, {
    limit: query.limit + 1,
    skip: pageSkip(query),
    without: ['charges', 'contained_taxes'],
  });
  return buildPage(found.map(withId), query, url, presentRefundDue);
}

function withId(copy: CopyBody<BookingCopy>): CopyBody<BookingCopy> & { id: number } {
  return { ...copy, id: copy._id };
}

function presentRefundDue(copy: CopyBody<BookingCopy>): RefundDue {
  const { _id, property_id, guest_id, status, canceled_utc, currency_code } = copy;
  if (status === 'other' || currency_code === null) throw new Error(`booking ${_id} has no sums that can be owed`);
  return {
    booking_id: _id,
    property_id,
    guest_id,
    status,
    canceled_utc: canceled_utc && formatInstant(new Date(canceled_utc)),
    currency_code,
    total_paid: copy.total_paid,
    total_refunded: copy.total_refunded,
    amount: -copy.total_owed,
  };
}
