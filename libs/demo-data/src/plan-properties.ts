import type { PlannedProperty } from './plan/demo-plan';
import { currencyOf, portfolio } from './plan/portfolio';

/** Steps of ten leave room for new properties in between. */
const DISPLAY_ORDER_STEP = 10;
/** Homes for at least this many guests require a security deposit. */
const DEPOSIT_FROM_GUESTS = 5;

/** Plans all properties, in the portfolio's order. Adds the ledger accounts, and what is due when, to their facts. */
export function planProperties(): PlannedProperty[] {
  return portfolio.map(({ key, owner, partOf, body }, index) => {
    const { currency_code: currency, max_guests } = body;
    return {
      key,
      owner,
      partOf,
      body: {
        ...body,
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
        security_deposit_amount: max_guests >= DEPOSIT_FROM_GUESTS ? currencyOf(currency).deposit : null,
        redirect_after_booking_url: null,
        display_order: (index + 1) * DISPLAY_ORDER_STEP,
      },
    };
  });
}
