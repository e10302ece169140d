import type { ChargeSettings, StayCharge } from './charge-types';
import { fraction, percentage, rounded, times } from './fraction';

/** Who gets a charge, in minor units. What is in neither amount is passed on. */
export interface OwnerSplit {
  owner: bigint;
  commission: bigint;
  /** The percentage that gives the commission, rounded; 0 for what is passed on. */
  percent: number;
}

/**
 * Splits a charge between owner and manager. Taxes and charges that are all expense are passed on, a channel-managed tax
 * by the channel; everything else is commission by the percentage, and the rest is the owner's. Discounts share alike,
 * with the percentage of the rent. Where nobody manages the property there is no commission (specification, Bookings,
 * rule 6).
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
