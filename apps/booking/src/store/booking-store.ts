import type { FieldDefinition, TagDefinition } from '@keyhaven/contracts/booking/annotation-definition';
import type { Owner } from '@keyhaven/contracts/booking/owner';
import type { Link } from '@keyhaven/contracts/booking/link';
import { Gathering } from '@keyhaven/persistence/gathering';
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
import type { ContactDocument } from './contact.model';
import { type FieldDefinitionDocument, fieldDefinitionEntity, fieldDefinitionModel } from './field-definition.model';
import { guestEntity, guestModel } from './guest.model';
import { type LinkDocument, linkEntity, linkModel } from './link.model';
import { listingSiteEntity, listingSiteModel } from './listing-site.model';
import { ownerEntity, ownerModel } from './owner.model';
import { propertyEntity, propertyModel } from './property.model';
import { quoteEntityAt } from './quote-entity';
import { type BookingReferences, loadReferences, type ReferencedRecords, type Referring } from './references';
import { type AnyStayDocument, type QuotedStayDocument, type StayDocument, stayModel } from './stay.model';
import { type TagDefinitionDocument, tagDefinitionEntity, tagDefinitionModel } from './tag-definition.model';
import type { BookingRecord } from '../bookings/domain/booking-record';
import type { QuoteRecord } from '../quotes/domain/quote-record';
import { threadCopies, type ThreadCopy } from './thread-copy';

/** All repositories and copies of the booking service. */
export interface BookingStore extends ReferencedRecords {
  ids: IdAllocator;
  threads: CopyRepository<ThreadCopy>;
  balances: CopyRepository<BalanceCopy>;
  owners: TenantRepository<ContactDocument, Owner>;
  links: TenantRepository<LinkDocument, Link>;
  tagDefinitions: TenantRepository<TagDefinitionDocument, TagDefinition>;
  fieldDefinitions: TenantRepository<FieldDefinitionDocument, FieldDefinition>;
  /** The stays that have a booking. A write that also changes a quote must use `quotes`, which publishes both. */
  stays: TenantRepository<StayDocument, BookingRecord, BookingReferences>;
  /** The stays that have a quote. */
  quotes: TenantRepository<QuotedStayDocument, QuoteRecord, BookingReferences>;
  /** The stays of all accounts, for sweeps. */
  stayModel: Model<AnyStayDocument>;
  /** Combines reads that are requested in the same turn of the event loop. */
  reads: Gathering;
  /** The calls to pricing, fees and finance. */
  peers: ChargePeers;
  settings: BookingSettings;
}

/** The settings that requests need. */
export interface BookingSettings {
  /** The URL at which guests reach the gateway. */
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
    reads: new Gathering(),
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
    owners: new TenantRepository({
      model: ownerModel(connection),
      noun: 'an owner',
      entities: [ownerEntity],
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
    tagDefinitions: new TenantRepository({
      model: tagDefinitionModel(connection),
      noun: 'a tag definition',
      entities: [tagDefinitionEntity],
      relay,
    }),
    fieldDefinitions: new TenantRepository({
      model: fieldDefinitionModel(connection),
      noun: 'a field definition',
      entities: [fieldDefinitionEntity],
      relay,
    }),
    // `quotes` must be created before `stays`: a resync uses the first repository of a collection,
    // and only `quotes` publishes both quotes and bookings.
    quotes: new TenantRepository<QuotedStayDocument, QuoteRecord, BookingReferences>({
      model: modelOf<QuotedStayDocument>(stays),
      noun: 'a quote',
      entities: [quoteEntityAt(settings.publicUrl), bookingEntity],
      relay,
      hiddenFields,
      loadReferences: (scope, bodies) => loadReferences(store, scope, referringParts(bodies)),
    }),
    stays: new TenantRepository<StayDocument, BookingRecord, BookingReferences>({
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

/** The parts of stays that refer to other records: the quotes and the bookings. */
function referringParts(bodies: readonly { quote?: Referring; booking?: Referring }[]): Referring[] {
  return bodies.flatMap(({ quote, booking }) => [quote, booking].filter((part) => part !== undefined));
}
