import type { IdAllocator } from '@keyhaven/persistence/allocate-ids';
import { TenantRepository } from '@keyhaven/persistence/tenant-repository/tenant-repository';
import type { CopyRepository } from '@keyhaven/persistence/copies/copy-repository';
import type { Relay } from '@keyhaven/persistence/outbox/relay';
import { modelOf } from '@keyhaven/persistence/tenant-document';
import type { Connection, Model } from 'mongoose';
import { type AccountCopy, accountCopies } from './account-copy';
import { bookingEntity } from './booking-entity';
import { type BookingReferences, loadReferences, type Referring } from './references';
import { type AnyStayDocument, type QuotedStayDocument, type StayDocument, stayModel } from './stay.model';
import type { ChargePeers } from './charge-peers';
import { type GuestDocument, guestEntity, guestModel } from './guest.model';
import { type LinkDocument, linkEntity, linkModel } from './link.model';
import { type ListingSiteDocument, listingSiteEntity, listingSiteModel } from './listing-site.model';
import { quoteEntityAt } from './quote-entity';
import { type BalanceCopy, balanceCopies } from './balance-copy';
import { type ThreadCopy, threadCopies } from './thread-copy';
import { type PropertyDocument, propertyEntity, propertyModel } from './property.model';

/** All that the booking service keeps. */
export interface BookingStore {
  ids: IdAllocator;
  accounts: CopyRepository<AccountCopy>;
  threads: CopyRepository<ThreadCopy>;
  balances: CopyRepository<BalanceCopy>;
  properties: TenantRepository<PropertyDocument>;
  guests: TenantRepository<GuestDocument>;
  listingSites: TenantRepository<ListingSiteDocument>;
  links: TenantRepository<LinkDocument>;
  /** The stays that have a booking. What changes a quote too is written through `quotes`, which tells of both. */
  stays: TenantRepository<StayDocument, BookingReferences>;
  /** The stays that have a quote. */
  quotes: TenantRepository<QuotedStayDocument, BookingReferences>;
  /** All stays of all accounts, for the sweep that ends what has expired. */
  stayModel: Model<AnyStayDocument>;
  /** Where rents, rules and definitions are asked. */
  peers: ChargePeers;
  settings: BookingSettings;
}

/** What the booking service is configured by. */
export interface BookingSettings {
  /** Where the gateway is reached from outside. */
  publicUrl: string;
  /** How long nights may be held for a quote, in days. */
  maxHoldDays: number;
}

export function createBookingStore(
  connection: Connection,
  ids: IdAllocator,
  relay: Relay,
  peers: ChargePeers,
  settings: BookingSettings,
): BookingStore {
  const stays = stayModel(connection);
  const hiddenFields = { night_keys: 0, waiting_keys: 0, kept_keys: 0 } as const;
  const store: BookingStore = {
    ids,
    peers,
    settings,
    stayModel: stays,
    accounts: accountCopies(connection),
    threads: threadCopies(connection),
    balances: balanceCopies(connection),
    properties: new TenantRepository({
      model: propertyModel(connection),
      noun: 'a property',
      entities: [propertyEntity],
      relay,
    }),
    guests: new TenantRepository({
      model: guestModel(connection),
      noun: 'a guest',
      entities: [guestEntity],
      relay,
      hiddenFields: { search_terms: 0 },
    }),
    listingSites: new TenantRepository({
      model: listingSiteModel(connection),
      noun: 'a listing site',
      entities: [listingSiteEntity],
      relay,
    }),
    links: new TenantRepository({
      model: linkModel(connection),
      noun: 'a link',
      entities: [linkEntity],
      relay,
    }),
    // First of the two on this collection: a resync tells by it of quotes and bookings.
    quotes: new TenantRepository<QuotedStayDocument, BookingReferences>({
      model: modelOf<QuotedStayDocument>(stays),
      noun: 'a quote',
      entities: [quoteEntityAt(settings.publicUrl), bookingEntity],
      relay,
      hiddenFields,
      loadReferences: (scope, bodies) => loadReferences(store, scope, referringParts(bodies)),
    }),
    stays: new TenantRepository<StayDocument, BookingReferences>({
      model: modelOf<StayDocument>(stays),
      noun: 'a booking',
      entities: [bookingEntity],
      relay,
      hiddenFields,
      loadReferences: (scope, bodies) => loadReferences(store, scope, referringParts(bodies)),
    }),
  };
  return store;
}

/** What stays refer to, by the quote and by the booking that each may have: one collection holds both. */
function referringParts(bodies: readonly { quote?: Referring; booking?: Referring }[]): Referring[] {
  return bodies.flatMap(({ quote, booking }) => [quote, booking].filter((part) => part !== undefined));
}
