import type { AccountScope } from '@keyhaven/persistence/account-scope';
import type { BookingStore } from '../store/booking-store';
import { changeQuotedStay } from './change-quoted-stay';
import { withoutHold } from './hold-nights';
import { claimsNights } from '../claims/domain/claim';
import type { StayClaim } from '../claims/read-claims';

/** Ends the holds among these stays, because a channel's booking takes precedence over a hold. */
export async function endHolds(store: BookingStore, scope: AccountScope, holders: readonly StayClaim[]): Promise<void> {
  for (const { _id } of holders.filter(isHold)) {
    await store.quotes.update(scope, { _id }, async (before) => {
      const { quote, booking } = before;
      if (!booking || !isHold({ booking })) return undefined;
      return changeQuotedStay(store, scope, before, {
        quote: { ...quote, state: 'preempted' },
        booking: withoutHold(booking),
      });
    });
  }
}

function isHold({ booking }: Pick<StayClaim, 'booking'>): boolean {
  return booking.type === 'quote_hold' && claimsNights(booking);
}
