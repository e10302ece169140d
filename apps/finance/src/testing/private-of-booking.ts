/** The private part that booking publishes with a booking that has no special settings. */
export function privateOfBooking({ canceled_utc = null }: { canceled_utc?: unknown } = {}) {
  return {
    canceled_utc,
    contained_taxes: [],
    retained_amount: null,
    has_lapsed: false,
    owner_commission_percent: null,
    accounting: null,
  };
}
