import type { PlannedProperty } from './plan/demo-plan';
import { currencyOf, portfolio } from './plan/portfolio';

/** The steps of ten leave room to insert properties later. */
const DISPLAY_ORDER_STEP = 10;
/** Properties for at least this many guests require a security deposit. */
const DEPOSIT_FROM_GUESTS = 5;

/**
 * Plans all properties, in the order of the portfolio. Adds the ledger accounts, the payment terms,
 * the security deposit and the display order to the data from the portfolio.
 */
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
