import type { operatorBookingCreation } from '@keyhaven/contracts/booking/booking-input';
import type { guestCreation } from '@keyhaven/contracts/booking/guest';
import type { listingSiteCreation } from '@keyhaven/contracts/booking/listing-site';
import type { propertyCreation } from '@keyhaven/contracts/booking/property';
import type { z } from 'zod';

/** A record to be made: a key that never changes, and what is sent of it. Other records refer to it by its key. */
export interface PlannedRecord<Body> {
  key: string;
  body: Body;
}

export type PlannedListingSite = PlannedRecord<z.input<typeof listingSiteCreation>>;
export type PlannedGuest = PlannedRecord<z.input<typeof guestCreation>>;

export interface PlannedProperty extends PlannedRecord<Omit<z.input<typeof propertyCreation>, 'owner_id'>> {
  /** The key of the guest record that is its owner's contact; null when the account's own. */
  owner: string | null;
  /** The key of the house that this is a room of. Nobody is in the house while someone else is in one of its rooms. */
  partOf: string | null;
}

export interface PlannedBooking extends PlannedRecord<
  Omit<z.input<typeof operatorBookingCreation>, 'property_id' | 'guest_id' | 'listing_site_id'>
> {
  property: string;
  guest: string | null;
  listingSite: string | null;
}

/**
 * Everything that the demo account is made of, in plain data: nothing in it depends on a clock or on ids.
 * A service that comes later adds a field of its own, planned in a folder of its own.
 */
export interface DemoPlan {
  /** The day of the first start, yyyy-mm-dd. All dates hang on it. */
  firstDay: string;
  listingSites: PlannedListingSite[];
  guests: PlannedGuest[];
  properties: PlannedProperty[];
  bookings: PlannedBooking[];
}
