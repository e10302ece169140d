/** The private part of the event of a booking without special settings. */
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
