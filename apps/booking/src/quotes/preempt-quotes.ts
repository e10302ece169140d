import type { AccountScope } from '@keyhaven/persistence/account-scope';
import { claimsNights } from '../claims/domain/claim';
import { readClaim } from '../claims/read-claims';
import { changeQuotedStay } from '../holds/change-quoted-stay';
import { withoutHold } from '../holds/hold-nights';
import { unlessGone } from '../holds/lapse-holds';
import { linkedTo, type LinkTerms } from '../links/domain/linked-properties';
import { areNightsSold } from '../nights/check-nights';
import type { BookingStore } from '../store/booking-store';
import { readCountedLinks } from '../store/read-links';

const PAGE = 200;

/** Ends the open quotes that ask for nights which a stay took. */
export async function preemptQuotes(store: BookingStore, scope: AccountScope, stayId: number): Promise<void> {
  const booking = (await readClaim(store, scope, stayId))?.booking;
  if (!booking || booking.type === 'quote_hold' || !claimsNights(booking)) return;
  const { links } = await readCountedLinks(store, scope, [booking.property_id]);
  const properties = [
    booking.property_id,
    ...linkedTo(booking.property_id, links).map(({ property_id }) => property_id),
  ];
  const { arrival, departure } = booking;
  await preemptSold(store, scope, { property_ids: properties, arrival, departure }, stayId);
}

/** Ends the open quotes for nights which a new link gives to a stay at the other property. */
export function preemptLinked(
  store: BookingStore,
  scope: AccountScope,
  { property_ids, counts_from }: LinkTerms,
): Promise<void> {
  return preemptSold(store, scope, { property_ids, arrival: counts_from });
}

/** Where and when nights were sold; without a departure: all nights from the arrival on. */
interface Sold {
  property_ids: readonly number[];
  arrival: string;
  departure?: string;
}

/** @param seller the stay that took the nights; its own quote does not end. */
async function preemptSold(
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
