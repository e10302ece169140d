import { dayNumber } from '@keyhaven/stays/calendar-date';
import { fromMinor, toMinor } from '@keyhaven/stays/money';
import { monthOf } from '../demo-period';
import type { PlannedBooking } from '../demo-plan';
import { nightlyPrice } from '../pricing/nightly-price';
import { portfolio } from '../properties/portfolio';
import type { PortfolioEntry } from '../properties/portfolio-entry';

type Charge = NonNullable<PlannedBooking['body']['charges']>[number];

/** How much more a night costs in the months when everybody comes. */
const PEAK = 1.35;
/** Cleaning, as a part of what a night costs. */
const CLEANING = 0.6;

/** Bookings of guests with what they cost: rent, of which the manager takes a percentage, and cleaning. */
export function chargeBookings(bookings: readonly PlannedBooking[]): PlannedBooking[] {
  const entries = new Map(portfolio.map((entry) => [entry.key, entry]));
  return bookings.map((booking) => {
    const entry = entries.get(booking.property);
    if (!entry || booking.body.is_block || booking.body.type === 'owner') return booking;
    return { ...booking, body: { ...booking.body, charges: chargesOf(entry, booking) } };
  });
}

function chargesOf(entry: PortfolioEntry, { body: { arrival, departure } }: PlannedBooking): Charge[] {
  const first = dayNumber(arrival);
  const nights = dayNumber(departure) - first;
  const price = nightlyPrice(entry, entry.peakMonths.includes(monthOf(first)) ? PEAK : 1);
  const rent = toMinor(price * nights, entry.currency);
  const percent = entry.owner === null ? 0 : (entry.commissionPercent ?? 0);
  const commission = Math.round((rent * percent) / 100);
  const amountOf = (minor: number) => fromMinor(minor, entry.currency);
  const cleaning = nightlyPrice(entry, CLEANING);
  const common = { rate_is_percent: false, is_taxable: true, is_channel_managed: false, is_commission_all: false };
  return [
    {
      ...common,
      type: 'rent',
      description: `Rent for ${nights} ${nights === 1 ? 'night' : 'nights'}`,
      amount: amountOf(rent),
      rate: price,
      position: 0,
      is_expense_all: false,
      commission_amount: amountOf(commission),
      owner_amount: amountOf(rent - commission),
      owner_commission_percent: percent,
    },
    {
      ...common,
      type: 'surcharge',
      description: entry.rhythm === 'room' ? 'Room cleaning' : 'Final cleaning',
      amount: cleaning,
      rate: cleaning,
      position: 1,
      is_expense_all: true,
      commission_amount: 0,
      owner_amount: 0,
      owner_commission_percent: percent,
    },
  ];
}
