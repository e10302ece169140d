import type { AccountScope } from '@keyhaven/persistence/account-scope';
import type { BookingStore } from '../booking-store';
import { claimedKeys, refuseTakenNights } from './claim-nights';
import type { UnwrittenBooking } from './new-booking';
import type { BookingRecord } from './present-booking';
import type { BookingReferences } from './references';
import type { BookingPart } from './stay.model';

/** A booking to be stored, and what it refers to. */
export interface BookingToStore {
  booking: UnwrittenBooking;
  references: BookingReferences;
}

/**
 * Stores a new booking with the nights that it takes, in one write; a repeated request gets the first one's answer.
 * @throws ApiError nights_taken, and whatever `build` throws.
 */
export async function storeBooking(
  store: BookingStore,
  scope: AccountScope,
  build: () => Promise<BookingToStore>,
): Promise<BookingRecord> {
  let claim: UnwrittenBooking | undefined;
  const { record } = await refuseTakenNights(
    store,
    scope,
    () => claim,
    () =>
      store.stays.create(scope, async () => {
        const { booking, references } = await build();
        claim = booking;
        const after = {
          _id: await store.ids.next('stay'),
          user_id: scope.accountId,
          booking: booking as BookingPart,
          night_keys: claimedKeys(booking),
        };
        return { after, references };
      }),
  );
  return record as unknown as BookingRecord;
}
