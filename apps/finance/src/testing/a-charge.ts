import type { Charge } from '@keyhaven/contracts/booking/charge';

/**
 * A charge as bookings publish it. The part that is neither in owner_amount nor in commission_amount is passed on as a
 * tax or an expense.
 */
export function aCharge(type: Charge['type'], amount: number, owner_amount: number, commission_amount: number): Charge {
  return {
    type,
    description: type,
    amount,
    rate: 0,
    rate_is_percent: false,
    position: 0,
    is_taxable: true,
    is_channel_managed: false,
    is_commission_all: false,
    is_expense_all: false,
    commission_amount,
    owner_amount,
    owner_commission_percent: 20,
  };
}
