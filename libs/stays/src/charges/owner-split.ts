import type { ChargeSettings, StayCharge } from './charge-types';
import { fraction, percentage, rounded, times } from './fraction';

/**
 * The parts of a charge that the owner and the manager get, in minor units. Both are 0 for charges
 * that are passed through.
 */
export interface OwnerSplit {
  owner: bigint;
  commission: bigint;
  /**
   * The percentage from which the commission is calculated. 0 for charges that are passed through.
   */
  percent: number;
}

/**
 * Splits a charge between owner and manager:
 * - Expenses, and taxes that the manager or the channel remits, are passed through: neither owner
 *   nor manager gets them.
 * - Taxes that the owner remits are part of the owner's amount.
 * - Of all other charges, the manager gets a percentage as commission, and the owner the remainder.
 *   For discounts, the percentage is that of the rent. Without a manager there is no commission.
 */
export function splitForOwner(
  charge: Pick<StayCharge, 'type' | 'is_channel_managed' | 'is_commission_all' | 'is_expense_all'>,
  minor: bigint,
  ownPercent: number | null,
  { has_manager, owner_commission_percent, taxes_remitted_by }: ChargeSettings,
): OwnerSplit {
  const isPassedOn =
    charge.type === 'tax' ? charge.is_channel_managed || taxes_remitted_by === 'manager' : charge.is_expense_all;
  if (isPassedOn) return { owner: 0n, commission: 0n, percent: 0 };
  if (charge.type === 'tax' || !has_manager) return { owner: minor, commission: 0n, percent: 0 };
  const percent = charge.is_commission_all ? 100 : (ownPercent ?? owner_commission_percent ?? 0);
  const commission = rounded(times(fraction(minor), percentage(percent)));
  return { owner: minor - commission, commission, percent };
}
