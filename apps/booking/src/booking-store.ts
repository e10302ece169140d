import type { IdAllocator } from '@keyhaven/persistence/allocate-ids';
import { AccountRepository } from '@keyhaven/persistence/account-repository';
import type { Relay } from '@keyhaven/persistence/outbox/relay';
import type { TenantDocument } from '@keyhaven/persistence/tenant-document';
import type { Connection, Model } from 'mongoose';
import { type AccountCopy, accountCopyModel } from './accounts/account-copy';
import { bookingEntity } from './bookings/booking-entity';
import type { BookingReferences } from './bookings/references';
import { type StayDocument, stayModel } from './bookings/stay.model';
import { type GuestDocument, guestEntity, guestModel } from './guests/guest.model';
import { type ListingSiteDocument, listingSiteEntity, listingSiteModel } from './listing-sites/listing-site.model';
import { type PropertyDocument, propertyEntity, propertyModel } from './properties/property.model';

/** All that the booking service keeps. */
export interface BookingStore {
  ids: IdAllocator;
  accounts: Model<AccountCopy>;
  properties: AccountRepository<PropertyDocument>;
  guests: AccountRepository<GuestDocument>;
  listingSites: AccountRepository<ListingSiteDocument>;
  stays: AccountRepository<StayDocument, BookingReferences>;
}

export function createBookingStore(connection: Connection, ids: IdAllocator, relay: Relay): BookingStore {
  const watched = <Document extends TenantDocument>(model: Model<Document>): Model<Document> => {
    relay.watch(model);
    return model;
  };
  return {
    ids,
    accounts: accountCopyModel(connection),
    properties: new AccountRepository({
      model: watched(propertyModel(connection)),
      noun: 'a property',
      entities: [propertyEntity],
      relay,
    }),
    guests: new AccountRepository({
      model: watched(guestModel(connection)),
      noun: 'a guest',
      entities: [guestEntity],
      relay,
      hiddenFields: { search_terms: 0 },
    }),
    listingSites: new AccountRepository({
      model: watched(listingSiteModel(connection)),
      noun: 'a listing site',
      entities: [listingSiteEntity],
      relay,
    }),
    stays: new AccountRepository<StayDocument, BookingReferences>({
      model: watched(stayModel(connection)),
      noun: 'a booking',
      entities: [bookingEntity],
      relay,
      hiddenFields: { night_keys: 0 },
    }),
  };
}
