import type { IdAllocator } from '@keyhaven/persistence/allocate-ids';
import { TenantRepository } from '@keyhaven/persistence/tenant-repository/tenant-repository';
import type { CopyRepository } from '@keyhaven/persistence/copies/copy-repository';
import type { Relay } from '@keyhaven/persistence/outbox/relay';
import { modelOf } from '@keyhaven/persistence/tenant-document';
import type { Connection, Model } from 'mongoose';
import { accountCopies } from './account-copy';
import { balanceCopies, type BalanceCopy } from './balance-copy';
import { bookingEntity } from './booking-entity';
import type { ChargePeers } from './charge-peers';
import { guestEntity, guestModel } from './guest.model';
import { type LinkDocument, linkEntity, linkModel } from './link.model';
import { listingSiteEntity, listingSiteModel } from './listing-site.model';
import { propertyEntity, propertyModel } from './property.model';
import { quoteEntityAt } from './quote-entity';
import { type BookingReferences, loadReferences, type ReferencedRecords, type Referring } from './references';
import { type AnyStayDocument, type QuotedStayDocument, type StayDocument, stayModel } from './stay.model';
import { threadCopies, type ThreadCopy } from './thread-copy';

/** All that the booking service keeps. */
export interface BookingStore extends ReferencedRecords {
  ids: IdAllocator;
  threads: CopyRepository<ThreadCopy>;
  balances: CopyRepository<BalanceCopy>;
  links: TenantRepository<LinkDocument>;
  /** The stays that have a booking. Writes that also change a quote go through `quotes`, which publishes both. */
  stays: TenantRepository<StayDocument, BookingReferences>;
  /** The stays that have a quote. */
  quotes: TenantRepository<QuotedStayDocument, BookingReferences>;
  /** The stays of all accounts, for the sweeps. */
  stayModel: Model<AnyStayDocument>;
  /** The services that are asked for rents, rules and definitions. */
  peers: ChargePeers;
  settings: BookingSettings;
}

/** The configuration that stores and resources read. */
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
    // The first repository of this collection: a resync publishes quotes and bookings by it.
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

/** The records that stays refer to, by their quotes and by their bookings. */
function referringParts(bodies: readonly { quote?: Referring; booking?: Referring }[]): Referring[] {
  return bodies.flatMap(({ quote, booking }) => [quote, booking].filter((part) => part !== undefined));
}
