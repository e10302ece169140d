/** A charge as an operator sends it. */
export function aCharge(type: string, amount: number, more: object = {}) {
  return {
    type,
    description: type,
    amount,
    rate: amount,
    rate_is_percent: false,
    position: 0,
    is_taxable: true,
    is_channel_managed: false,
    is_commission_all: false,
    is_expense_all: false,
    commission_amount: 0,
    owner_amount: 0,
    owner_commission_percent: 0,
    ...more,
  };
}
