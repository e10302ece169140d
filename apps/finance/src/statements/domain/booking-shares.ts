import type { StatementSettings } from '@keyhaven/contracts/finance/statement';
import type { ContainedTax } from '@keyhaven/contracts/booking/charge';
import { addDays, dayNumber } from '@keyhaven/stays/calendar-date';
import { fraction, percentage, rounded, times } from '@keyhaven/stays/charges/fraction';

/**
 * A charge, in minor units. Taxes and expenses are passed on: they are neither the owner's share
 * nor commission.
 */
export interface ChargeMinor {
  type: string;
  /** For taxes: whether the channel remits the tax. */
  is_channel_managed: boolean;
  description: string;
  amount: number;
  owner: number;
  commission: number;
}

/**
 * The values of a booking from which statements and the accounting feed are computed. Amounts are
 * in minor units of the booking's currency.
 */
export interface CountedBooking {
  booking_id: number;
  type: 'booking' | 'owner';
  property_id: number;
  owner_id: number | null;
  arrival: string;
  departure: string;
  currency_code: string;
  charges: ChargeMinor[];
  /** The taxes included in the charges. They are not added to the shares. */
  contained_taxes: ContainedTax[];
  /** Set if the booking is canceled: the local date of the cancellation, and the retained amount. */
  canceled?: { on: string; retained: number };
  owner_commission_percent: number | null;
}

/** The amount of a booking and its five parts, which add up to the amount. */
export interface Shares {
  amount: number;
  owner: number;
  commission: number;
  taxes: number;
  /** Taxes that the channel remits. */
  channel_taxes: number;
  expenses: number;
}

const nothing: Shares = { amount: 0, owner: 0, commission: 0, taxes: 0, channel_taxes: 0, expenses: 0 };

/** The shares of a booking in one month. `date` is the first day of the booking in the month. */
export interface MonthShares extends Shares {
  month: string;
  date: string;
  /** The number of the booking's days in the month. */
  days: number;
}

/**
 * The shares of a booking's charges. For a canceled booking, divides the retained amount in the proportions of the
 * charges that it can contain. If these charges do not add up to more than 0, uses the commission rate instead.
 */
export function sharesOf({ charges, canceled, owner_commission_percent }: CountedBooking): Shares {
  if (!canceled) return sharesOfCharges(charges);
  const { retained } = canceled;
  const full = sharesOfCharges(retainableCharges(charges));
  if (full.amount > 0) return scaled(full, retained, full.amount);
  // The product of an amount and a percentage such as 4.35 is not exact in floating-point numbers.
  const share = times(fraction(BigInt(retained)), percentage(owner_commission_percent ?? 0));
  const commission = Number(rounded(share));
  return { ...nothing, amount: retained, owner: retained - commission, commission };
}

/** The shares of charges, whether or not their booking is canceled. */
export function sharesOfCharges(charges: readonly ChargeMinor[]): Shares {
  const full = { ...nothing };
  for (const charge of charges) {
    full.amount += charge.amount;
    full.owner += charge.owner;
    full.commission += charge.commission;
    full[passedOnAs(charge)] += charge.amount - charge.owner - charge.commission;
  }
  return full;
}

/** The charges that a retained amount can contain: all except the taxes that the channel collects and remits itself. */
function retainableCharges(charges: readonly ChargeMinor[]): ChargeMinor[] {
  return charges.filter((charge) => passedOnAs(charge) !== 'channel_taxes');
}

function passedOnAs({ type, is_channel_managed }: ChargeMinor): 'taxes' | 'channel_taxes' | 'expenses' {
  if (type !== 'tax') return 'expenses';
  return is_channel_managed ? 'channel_taxes' : 'taxes';
}

/**
 * The taxes included in a booking's charges. A retained amount includes the same proportion of taxes as the charges
 * that it can contain. If these charges do not add up to more than 0, the retained amount includes no taxes.
 */
export function containedTaxesOf({ contained_taxes, charges, canceled }: CountedBooking): ContainedTax[] {
  if (!canceled) return contained_taxes;
  const { amount } = sharesOfCharges(retainableCharges(charges));
  if (amount <= 0) return [];
  return contained_taxes.map((tax) => ({ ...tax, amount: Math.round((tax.amount * canceled.retained) / amount) }));
}

/** The shares of a booking by month, in order. They add up exactly to the booking's shares. */
export function sharesByMonth(booking: CountedBooking, countedBy: StatementSettings['counted_by']): MonthShares[] {
  const shares = sharesOf(booking);
  const days = countedDays(booking, countedBy);
  const counts = new Map<string, { date: string; days: number }>();
  for (const date of days) {
    const month = monthOf(date);
    const count = counts.get(month) ?? { date, days: 0 };
    counts.set(month, { ...count, days: count.days + 1 });
  }
  let passed = 0;
  let before = nothing;
  return [...counts].map(([month, { date, days: inMonth }]) => {
    passed += inMonth;
    const upToHere = scaled(shares, passed, days.length);
    const part = minus(upToHere, before);
    before = upToHere;
    return { month, date, days: inMonth, ...part };
  });
}

/**
 * Splits an amount among the months of a booking, in proportion to their days. The parts add up
 * exactly.
 */
export function spread(total: number, months: readonly Pick<MonthShares, 'days'>[]): number[] {
  const all = months.reduce((sum, { days }) => sum + days, 0);
  let passed = 0;
  let before = 0;
  return months.map(({ days }) => {
    passed += days;
    const upToHere = Math.round((total * passed) / all);
    const part = upToHere - before;
    before = upToHere;
    return part;
  });
}

export function monthOf(date: string): string {
  return date.slice(0, 7);
}

/** Returns the days that decide in which months a booking is counted. Each day has the same weight. */
function countedDays({ arrival, departure, canceled }: CountedBooking, by: StatementSettings['counted_by']): string[] {
  if (canceled) return [canceled.on];
  if (by === 'arrival') return [arrival];
  if (by === 'departure') return [departure];
  return Array.from({ length: dayNumber(departure) - dayNumber(arrival) }, (_, night) => addDays(arrival, night));
}

/**
 * Multiplies all shares by a fraction. The largest share absorbs the rounding difference, so the
 * shares still add up.
 */
function scaled(shares: Shares, numerator: number, denominator: number): Shares {
  // Adding 0 turns a negative zero into 0.
  const share = (value: number) => Math.round((value * numerator) / denominator) + 0;
  const part = {
    amount: share(shares.amount),
    owner: share(shares.owner),
    commission: share(shares.commission),
    taxes: share(shares.taxes),
    channel_taxes: share(shares.channel_taxes),
    expenses: share(shares.expenses),
  };
  const fields = ['owner', 'commission', 'taxes', 'channel_taxes', 'expenses'] as const;
  const left = fields.reduce((rest, field) => rest - part[field], part.amount);
  const largest = fields.reduce((a, b) => (Math.abs(shares[b]) > Math.abs(shares[a]) ? b : a));
  return { ...part, [largest]: part[largest] + left };
}

function minus(a: Shares, b: Shares): Shares {
  return {
    amount: a.amount - b.amount,
    owner: a.owner - b.owner,
    commission: a.commission - b.commission,
    taxes: a.taxes - b.taxes,
    channel_taxes: a.channel_taxes - b.channel_taxes,
    expenses: a.expenses - b.expenses,
  };
}
