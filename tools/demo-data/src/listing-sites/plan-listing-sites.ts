import type { PlannedListingSite } from '../demo-plan';

/** Where the account's properties are found; one is no longer used. */
export function planListingSites(): PlannedListingSite[] {
  return [
    { key: 'airbnb', body: { name: 'Airbnb', domain: 'airbnb.com' } },
    { key: 'booking-com', body: { name: 'Booking.com', domain: 'booking.com' } },
    { key: 'vrbo', body: { name: 'Vrbo', domain: 'vrbo.com' } },
    { key: 'own-site', body: { name: 'Wren & Harbour', domain: 'example.com' } },
    { key: 'homeaway', body: { name: 'HomeAway', domain: 'homeaway.com', active: false } },
  ];
}
