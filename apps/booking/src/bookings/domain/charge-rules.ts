import type { BookingType } from '@keyhaven/contracts/booking/booking';
import type { Charge } from '@keyhaven/contracts/booking/charge';

/**
 * The faults of charges from an operator, one message each. An owner pays no rent for their own
 * stay. A discount cannot have `is_expense_all`.
 */
export function chargeFaults(type: BookingType, charges: readonly Charge[] = []): string[] {
  return charges.flatMap((charge, index) => {
    const faults: string[] = [];
    if (type === 'owner' && charge.type === 'rent')
      faults.push(`charges.${index}.type: rent is not accepted; an owner's own stay pays no rent`);
    if (charge.type === 'discount' && charge.is_expense_all)
      faults.push(`charges.${index}.is_expense_all: true is not accepted; a discount is never passed on`);
    return faults;
  });
}
