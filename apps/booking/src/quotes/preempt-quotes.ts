import type { AccountScope } from '@keyhaven/persistence/account-scope';
import { genericFilter } from '@keyhaven/persistence/generic-filter';
import { changeQuotedStay } from '../holds/change-quoted-stay';
import { withoutHold } from '../holds/hold-nights';
import { unlessGone } from '../holds/lapse-holds';
import type { LinkTerms } from '../links/domain/linked-properties';
import { areNightsSold } from '../nights/check-nights';
import type { BookingStore } from '../store/booking-store';
import type { QuotedStayDocument } from '../store/stay.model';

const PAGE = 200;

/**
 * After a link is created, ends the open quotes at each of the two properties for nights that are booked at the other
 * property.
 */
export function preemptLinked(
  store: BookingStore,
  scope: AccountScope,
  { property_ids, counts_from }: LinkTerms,
): Promise<void> {
  return preemptQuotes(store, scope, { property_ids, arrival: counts_from });
}

/** The nights that were booked. If `departure` is absent: all nights from the arrival on. */
interface Sold {
  property_ids: readonly number[];
  arrival: string;
  departure?: string;
}

/**
 * Ends the open quotes for nights that were booked. Checks for each quote that its nights are still
 * booked.
 * @param seller the stay that took the nights. The quote of this stay is not ended.
 */
export async function preemptQuotes(
  store: BookingStore,
  scope: AccountScope,
  { property_ids, arrival, departure }: Sold,
  seller?: number,
): Promise<void> {
  for (let after = 0, isLast = false; !isLast;) {
    const filter = genericFilter<QuotedStayDocument>({
      'quote.property_id': { $in: [...property_ids] },
      'quote.id': { $gt: after },
      'quote.state': 'open',
      'quote.is_deleted': false,
      ...(departure === undefined ? {} : { 'quote.arrival': { $lt: departure } }),
      'quote.departure': { $gt: arrival },
    });
    const page = await store.quotes.find(scope, filter, {
      limit: PAGE,
      orderBy: 'quote.id',
      without: ['quote.charges', 'quote.explanation', 'booking'],
    });
    isLast = page.length < PAGE;
    after = page.at(-1)?.quote.id ?? after;
    for (const { _id } of page) if (_id !== seller) await preemptIfSold(store, scope, _id);
  }
}

/** Ends an open quote if another booking or block occupies its nights. A quote with an active hold does not end. */
export async function preemptIfSold(store: BookingStore, scope: AccountScope, stayId: number): Promise<void> {
  await unlessGone(
    store.quotes.update(
      scope,
      genericFilter({ _id: stayId, 'quote.state': 'open', 'quote.is_deleted': false }),
      async (before) => {
        const { quote, booking } = before;
        if (booking?.status === 'active' || !(await areNightsSold(store, scope, quote, stayId))) return undefined;
        return changeQuotedStay(store, scope, before, {
          quote: { ...quote, state: 'preempted' },
          booking: withoutHold(booking),
        });
      },
    ),
  );
}
