import type { StatementSettings } from '@keyhaven/contracts/finance/statement';
import {
  type ChargeMinor,
  type CountedBooking,
  sharesByMonth,
  sharesOf,
  sharesOfCharges,
  type Shares,
  spread,
} from './booking-shares';

export type LineKind = 'booking' | 'host_fee' | 'expense' | 'payout';

/** A change of the amount that the manager owes the owner, in one currency and month. */
export interface LedgerLine {
  kind: LineKind;
  /** The id of the booking, fee or owner entry. */
  record_id: number;
  month: string;
  booking_id: number | null;
  property_id: number | null;
  description: string | null;
  /** What the owner receives, in minor units. Negative if the owner owes this amount. */
  amount: number;
  /** For bookings: the shares of this month, and details of the booking. */
  booking?: Shares &
    Pick<CountedBooking, 'type' | 'arrival' | 'departure'> & { is_canceled: boolean; charges: ChargeMinor[] };
}

/** A fee that was charged for a booking. */
export interface FeeMinor {
  fee_id: number;
  description: string;
  /**
   * The amount in minor units of the fee's currency, which can differ from the booking's currency.
   */
  amount: number;
  currency_code: string;
}

/** The lines of a booking by month. For their own stay, owners owe the charges less the owner's share. */
export function linesOfBooking(booking: CountedBooking, settings: StatementSettings): LedgerLine[] {
  const { booking_id, property_id, type, arrival, departure, charges, canceled } = booking;
  const months = sharesByMonth(booking, settings.counted_by);
  return months.map(({ month, date: _date, days: _days, ...shares }) => ({
    kind: 'booking',
    record_id: booking_id,
    month,
    booking_id,
    property_id,
    description: null,
    amount: type === 'owner' ? shares.owner - shares.amount : shares.owner,
    booking: { ...shares, type, arrival, departure, is_canceled: canceled !== undefined, charges },
  }));
}

/**
 * The lines of a fee by month, in the fee's currency, over the same months as the booking of the
 * fee.
 */
export function linesOfFee(booking: CountedBooking, fee: FeeMinor, settings: StatementSettings): LedgerLine[] {
  const months = sharesByMonth(booking, settings.counted_by);
  const parts = spread(ownersPartOfFee(fee.amount, booking, settings), months);
  const lines = parts.map((amount, index): LedgerLine => ({
    kind: 'host_fee',
    record_id: fee.fee_id,
    month: months[index]!.month,
    booking_id: booking.booking_id,
    property_id: booking.property_id,
    description: fee.description,
    amount,
  }));
  return lines.filter(({ amount }) => amount !== 0);
}

/**
 * Computes how a fee changes the owner's balance. Deducts the part of the fee that the owner bears. If commission is
 * charged on amounts after fees, adds the commission on the fee, because the owner does not owe that commission.
 */
export function ownersPartOfFee(fee: number, booking: CountedBooking, settings: StatementSettings): number {
  const shares = sharesOf(booking);
  const relief = settings.commission_on === 'net' ? commissionPart(fee, shares) : 0;
  // If the retained amount of a canceled booking is 0, the charges decide the proportion.
  const divided = shares.owner + shares.commission > 0 ? shares : sharesOfCharges(booking.charges);
  const borne = { owner: fee, manager: 0, proportion: fee - commissionPart(fee, divided) }[settings.host_fees_borne_by];
  return relief - borne;
}

/** The part of a fee that belongs to the commission, in proportion to the shares. */
function commissionPart(fee: number, { owner, commission }: Shares): number {
  const shared = owner + commission;
  return shared > 0 ? Math.round((fee * commission) / shared) : 0;
}
