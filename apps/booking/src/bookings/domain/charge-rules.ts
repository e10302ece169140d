import type { BookingType } from '@keyhaven/contracts/booking/booking';
import type { Charge } from '@keyhaven/contracts/booking/charge';
import { decimalsFault } from '@keyhaven/stays/money';

/**
 * The faults of charges from an operator, one message each. An owner pays no rent for their own
 * stay. A discount does not increase the total, and cannot have `is_expense_all`.
 */
export function chargeFaults(type: BookingType, charges: readonly Charge[] = []): string[] {
  return charges.flatMap((charge, index) => {
    const faults: string[] = [];
    if (type === 'owner' && charge.type === 'rent')
      faults.push(`charges.${index}.type: rent is not accepted; an owner's own stay pays no rent`);
    if (charge.type === 'discount' && charge.amount > 0)
      faults.push(`charges.${index}.amount: ${charge.amount} is not accepted; the amount of a discount is negative`);
    if (charge.type === 'discount' && charge.is_expense_all)
      faults.push(`charges.${index}.is_expense_all: true is not accepted; a discount is never passed on`);
    return faults;
  });
}

const amounts = ['amount', 'owner_amount', 'commission_amount'] as const;

/** The amounts of charges that have more decimals than the currency of the booking, one message each. */
export function chargeDecimalsFaults(charges: readonly Charge[] = [], currencyCode: string): string[] {
  return charges.flatMap((charge, index) =>
    amounts.flatMap((field) => decimalsFault(`charges.${index}.${field}`, charge[field], currencyCode)),
  );
}
