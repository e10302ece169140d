import type { AccountScope } from '@keyhaven/persistence/account-scope';
import { changeQuotedStay } from '../holds/change-quoted-stay';
import { withoutHold } from '../holds/hold-nights';
import { unlessGone } from '../holds/lapse-holds';
import type { LinkTerms } from '../links/domain/linked-properties';
import { areNightsSold } from '../nights/check-nights';
import type { BookingStore } from '../store/booking-store';

const PAGE = 200;

/** Ends the open quotes for nights which a new link gives to a stay at the other property. */
export function preemptLinked(
  store: BookingStore,
  scope: AccountScope,
  { property_ids, counts_from }: LinkTerms,
): Promise<void> {
  return preemptQuotes(store, scope, { property_ids, arrival: counts_from });
}

/** Where and when nights were sold; without a departure: all nights from the arrival on. */
interface Sold {
  property_ids: readonly number[];
  arrival: string;
  departure?: string;
}

/**
 * Ends the open quotes for nights that were sold. Each quote is checked against the nights as they are now.
 * @param seller the stay that took the nights; its own quote does not end.
 */
export async function preemptQuotes(
  store: BookingStore,
  scope: AccountScope,
  { property_ids, arrival, departure }: Sold,
  seller?: number,
): Promise<void> {
  for (let after = 0, isLast = false; !isLast;) {
    const filter = {
      'quote.property_id': { $in: [...property_ids] },
      'quote.id': { $gt: after },
      'quote.state': 'open',
      'quote.is_deleted': false,
      ...(departure === undefined ? {} : { 'quote.arrival': { $lt: departure } }),
      'quote.departure': { $gt: arrival },
    };
    const page = await store.quotes.find(scope, filter as object, {
      limit: PAGE,
      orderBy: 'quote.id',
      without: ['quote.charges', 'quote.explanation', 'booking'],
    });
    isLast = page.length < PAGE;
    after = page.at(-1)?.quote.id ?? after;
    for (const { _id } of page) if (_id !== seller) await preemptIfSold(store, scope, _id);
  }
}

/** Ends an open quote whose nights were sold to another stay. A quote that holds its nights keeps them. */
export async function preemptIfSold(store: BookingStore, scope: AccountScope, stayId: number): Promise<void> {
  await unlessGone(
    store.quotes.update(
      scope,
      { _id: stayId, 'quote.state': 'open', 'quote.is_deleted': false } as object,
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
