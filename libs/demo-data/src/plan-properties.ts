import type { PlannedProperty } from './plan/demo-plan';
import { currencyOf, portfolio, type PortfolioEntry } from './plan/portfolio';

/** Steps of ten leave room for new properties in between. */
const DISPLAY_ORDER_STEP = 10;
/** Homes for at least this many guests require a security deposit. */
const DEPOSIT_FROM_GUESTS = 5;

/** Plans all properties, in the portfolio's order. */
export function planProperties(): PlannedProperty[] {
  return portfolio.map((entry, index) => ({
    key: entry.key,
    owner: entry.owner,
    partOf: entry.partOf ?? null,
    body: { ...describe(entry), ...paymentTerms(entry), display_order: (index + 1) * DISPLAY_ORDER_STEP },
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

/** The financial settings: the currency, the manager's percentage, the ledger accounts, and what is due when. */
function paymentTerms({ currency, commissionPercent, owner, guests }: PortfolioEntry) {
  return {
    currency_code: currency,
    owner_commission_percent: commissionPercent,
    accounting: {
      guest_receivable: `1200 Owed by guests ${currency}`,
      bank: `1000 Bank ${currency}`,
      commission_income: `4000 Rental income ${currency}`,
      expenses_payable: `2300 Cleaning and other fees ${currency}`,
      taxes_payable: '2200 Occupancy taxes payable',
      ...(owner === null ? {} : { owner_payable: `2100 Payable to owners ${currency}` }),
    },
    payment_due_hours: 72,
    payment_due_percent: 50,
    security_deposit_amount: guests >= DEPOSIT_FROM_GUESTS ? currencyOf(currency).deposit : null,
    redirect_after_booking_url: null,
  };
}
