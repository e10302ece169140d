import { localTimeAt } from '@keyhaven/stays/local-time';
import { toMinor } from '@keyhaven/stays/money';
import type { BookingCopy } from '../store/booking-copy';
import type { CountedBooking } from './domain/booking-shares';

/**
 * The values that are needed to compute the shares of a booking, in addition to the copy of the
 * booking.
 */
export interface BookingSurroundings {
  /** The time zone of the booking's property, or else of the account. */
  timeZone: string;
  /**
   * Payments less refunds at the time of the cancellation, in minor units. This amount is retained unless
   * the booking lapsed (was not paid in time) or the operator set another amount.
   */
  paidWhenCanceled: number;
}

type Copy = Omit<BookingCopy, 'generation' | 'version' | 'published_utc' | 'deleted_utc' | 'follow_up'>;

/**
 * Converts the copy of a booking to the form that statements are computed from. Undefined for
 * bookings that are not in statements: those of another type than `booking` and `owner` (such as
 * blocks), those of another status than `active` and `canceled` (such as pending bookings), those
 * without a currency, and canceled bookings without the time of the cancellation.
 */
export function countedBooking(
  copy: Copy,
  { timeZone, paidWhenCanceled }: BookingSurroundings,
): CountedBooking | undefined {
  const { type, status, currency_code } = copy;
  if ((type !== 'booking' && type !== 'owner') || currency_code === null) return undefined;
  if (status !== 'active' && status !== 'canceled') return undefined;
  const minor = (amount: number) => toMinor(amount, currency_code);
  const retainedByDefault = copy.has_lapsed ? 0 : paidWhenCanceled;
  const canceledOn = copy.canceled_utc === null ? undefined : localTimeAt(new Date(copy.canceled_utc), timeZone).date;
  if (status === 'canceled' && canceledOn === undefined) return undefined;
  return {
    booking_id: copy._id,
    type,
    property_id: copy.property_id,
    owner_id: copy.owner_id,
    arrival: copy.arrival,
    departure: copy.departure,
    currency_code,
    charges: copy.charges.map((charge) => ({
      type: charge.type,
      is_channel_managed: charge.is_channel_managed,
      description: charge.description,
      amount: minor(charge.amount),
      owner: minor(charge.owner_amount),
      commission: minor(charge.commission_amount),
    })),
    contained_taxes: copy.contained_taxes.map((tax) => ({ ...tax, amount: minor(tax.amount) })),
    ...(status === 'canceled' && canceledOn !== undefined
      ? {
          canceled: {
            on: canceledOn,
            retained: copy.retained_amount === null ? retainedByDefault : minor(copy.retained_amount),
          },
        }
      : {}),
    owner_commission_percent: copy.owner_commission_percent,
  };
}
