import type {
  depositCreation,
  feeCreation,
  paymentCreation,
  refundCreation,
} from '@keyhaven/contracts/finance/record-input';
import type { ownerEntryCreation } from '@keyhaven/contracts/finance/statement';
import type { z } from 'zod';
import type { PlannedRecord } from '../demo-plan';

interface OfBooking {
  booking: string;
}
export interface PlannedPayment extends PlannedRecord<Omit<z.input<typeof paymentCreation>, 'booking_id'>>, OfBooking {
  /** Whether it was entered by mistake, and is voided again. */
  isVoided: boolean;
}
export interface PlannedRefund
  extends PlannedRecord<Omit<z.input<typeof refundCreation>, 'booking_id' | 'payment_id'>>, OfBooking {
  payment: string;
}
export interface PlannedBookingFee
  extends PlannedRecord<Omit<z.input<typeof feeCreation>, 'booking_id' | 'payment_id'>>, OfBooking {
  payment: string;
}

/** A line of a deposit: a record by its key, or an adjustment. */
export type PlannedLine =
  { type: 'payment' | 'refund' | 'fee'; record: string } | { type: 'adjustment'; amount: number; description: string };
export interface PlannedDeposit extends PlannedRecord<Omit<z.input<typeof depositCreation>, 'lines'>> {
  lines: PlannedLine[];
}
export interface PlannedOwnerEntry extends PlannedRecord<
  Omit<z.input<typeof ownerEntryCreation>, 'owner_id' | 'property_id' | 'booking_id'>
> {
  owner: string;
  property: string | null;
}

/** What was paid, paid back, taken and paid out. */
export interface PlannedMoney {
  payments: PlannedPayment[];
  refunds: PlannedRefund[];
  bookingFees: PlannedBookingFee[];
  deposits: PlannedDeposit[];
  ownerEntries: PlannedOwnerEntry[];
  /** The month, yyyy-mm, up to which the statements of owners are closed. */
  closedThrough: string;
}
