import type { PlannedProperty } from '../demo-plan';
import { portfolio } from './portfolio';
import type { PortfolioEntry } from './portfolio-entry';

/** Steps of ten leave room for properties in between. */
const DISPLAY_ORDER_STEP = 10;

/** All properties as records to be written, in the portfolio's order. */
export function planProperties(): PlannedProperty[] {
  return portfolio.map((entry, index) => ({
    key: entry.key,
    owner: entry.owner,
    partOf: entry.partOf ?? null,
    body: { ...describe(entry), ...limit(entry), ...settle(entry), display_order: (index + 1) * DISPLAY_ORDER_STEP },
  }));
}

function describe(entry: PortfolioEntry) {
  const [full, half] = entry.bathrooms;
  return {
    name: entry.name,
    external_name: entry.headline,
    internal_code: entry.code,
    property_type: entry.type,
    time_zone: entry.timeZone,
    address: { type: 'physical', ...entry.address },
    latitude: entry.latitude,
    longitude: entry.longitude,
    bedrooms: entry.bedrooms,
    bathrooms: full + half / 2,
    bathrooms_full: full,
    bathrooms_half: half,
    living_area: entry.squareMetres,
    public_url: `https://example.com/stays/${entry.key}`,
    photos: entry.photos.map((caption, index) => ({
      url: `https://example.com/photos/${entry.key}/${index + 1}.jpg`,
      caption,
    })),
    tags: entry.tags,
    fields: Object.entries(entry.fields).map(([code, value]) => ({ code, value })),
  };
}

function limit(entry: PortfolioEntry) {
  return {
    active: entry.state !== 'inactive',
    is_snoozed: entry.state === 'snoozed',
    max_guests: entry.guests,
    max_adults: entry.guests,
    max_children: entry.children,
    max_pets: entry.pets,
    check_in: entry.checkIn[0],
    check_in_end: entry.checkIn[1],
    check_out: entry.checkOut,
  };
}

/** What the money of the property follows: its currency, the manager's share, and the ledger accounts. */
function settle(entry: PortfolioEntry) {
  return {
    currency_code: entry.currency,
    owner_commission_percent: entry.commissionPercent,
    accounting: {
      guest_receivable: `1200 Owed by guests ${entry.currency}`,
      bank: `1000 Bank ${entry.currency}`,
      commission_income: `4000 Rental income ${entry.currency}`,
      expenses_payable: `2300 Cleaning and other fees ${entry.currency}`,
      taxes_payable: '2200 Occupancy taxes payable',
      ...(entry.owner === null ? {} : { owner_payable: `2100 Payable to owners ${entry.currency}` }),
    },
    payment_due_hours: 72,
    payment_due_percent: 50,
    security_deposit_amount: entry.guests >= DEPOSIT_FROM_GUESTS ? (deposits[entry.currency] ?? null) : null,
    redirect_after_booking_url: null,
  };
}

/** Larger homes ask for a deposit, about as much everywhere. */
const DEPOSIT_FROM_GUESTS = 5;
const deposits: Readonly<Record<string, number>> = { EUR: 300, USD: 300, GBP: 250, CHF: 300, JPY: 45_000, KWD: 100 };
