import type { bookingInternalContract } from '@keyhaven/contracts/booking/internal-contract';
import type { PropertyPricing } from '@keyhaven/contracts/pricing/property-pricing';
import type { Holiday } from '@keyhaven/contracts/pricing/holiday';
import type { Season } from '@keyhaven/contracts/pricing/season';
import { Gathering } from '@keyhaven/persistence/gathering';
import type { IdAllocator } from '@keyhaven/persistence/allocate-ids';
import { TenantRepository } from '@keyhaven/persistence/tenant-repository/tenant-repository';
import type { CopyRepository } from '@keyhaven/persistence/copies/copy-repository';
import type { Entity, PublicRecord } from '@keyhaven/persistence/entity';
import type { Relay } from '@keyhaven/persistence/outbox/relay';
import type { TenantDocument } from '@keyhaven/persistence/tenant-document';
import { DocumentQueue } from '@keyhaven/persistence/document-queue';
import type { PeerClient } from '@keyhaven/service/peers/peer-client';
import { knownIn } from '@keyhaven/service/references/find-records-routes';
import { type FindUnknown, recordDirectory } from '@keyhaven/service/references/record-directory';
import type { Connection, Model } from 'mongoose';
import { type AccountCopy, accountCopies } from './account-copy';
import { type AdjusterCopy, adjusterCopies } from './adjuster-copy';
import { CalendarDirectory } from './calendar-directory';
import { calendarChangeEntity, type CalendarDocument, calendarEntity, calendarModel } from './calendar.model';
import type { HistoryNight } from './history-night';
import { type HolidayDocument, holidayEntity, holidayModel } from './holiday.model';
import { monthModel, NightsByMonth } from './nights-by-month';
import { type OccupancyCopy, occupancyCopies } from './occupancy-copy';
import { type PropertyCopy, propertyCopies } from './property-copy';
import { type PropertyPricingDocument, propertyPricingEntity, propertyPricingModel } from './property-pricing.model';
import { type SeasonDocument, seasonEntity, seasonModel } from './season.model';
import type { SpotRateNight } from './spot-rate-night';
import { type SpotRateRequestDocument, spotRateRequestEntity, spotRateRequestModel } from './spot-rate-request.model';
import { WrittenCalendars } from './written-calendars';

/** Everything that the pricing service stores, and its in-memory state. */
export interface PricingStore {
  ids: IdAllocator;
  accounts: CopyRepository<AccountCopy>;
  properties: CopyRepository<PropertyCopy>;
  occupancies: CopyRepository<OccupancyCopy>;
  adjusters: CopyRepository<AdjusterCopy>;
  calendars: TenantRepository<CalendarDocument>;
  /** Looks up the properties that seasons and holidays refer to. */
  propertyDirectory: FindUnknown;
  /** The calendars of all accounts, for sweeps and the poll of versions. */
  calendarModel: Model<CalendarDocument>;
  /** The calendars and versions that this process knows. */
  directory: CalendarDirectory;
  /** Must be notified of every calendar that this process writes. */
  writtenCalendars: WrittenCalendars;
  /** Collects further changes of a calendar while a write of the calendar is in progress. */
  invalidations: Gathering;
  /** Combines reads that are requested in the same turn of the event loop. */
  reads: Gathering;
  propertyPricing: TenantRepository<PropertyPricingDocument, PropertyPricing>;
  seasons: TenantRepository<SeasonDocument, Season>;
  holidays: TenantRepository<HolidayDocument, Holiday>;
  spotRates: NightsByMonth<SpotRateNight>;
  spotRateRequests: TenantRepository<SpotRateRequestDocument>;
  /** Serializes the spot rate requests of each account in this process. */
  requestQueue: DocumentQueue;
  history: NightsByMonth<HistoryNight>;
}

export function createPricingStore(
  connection: Connection,
  ids: IdAllocator,
  relay: Relay,
  booking: PeerClient<typeof bookingInternalContract>,
): PricingStore {
  const repository = <Document extends TenantDocument, Shown extends PublicRecord>(
    model: Model<Document>,
    noun: string,
    entity: Entity<Document, Shown>,
  ): TenantRepository<Document, Shown> => new TenantRepository({ model, noun, entities: [entity], relay });
  const model = calendarModel(connection);
  const directory = new CalendarDirectory(model);
  const calendars = new TenantRepository({
    model,
    noun: 'a property',
    entities: [calendarEntity, calendarChangeEntity],
    relay,
  });
  return {
    ids,
    accounts: accountCopies(connection),
    properties: propertyCopies(connection),
    occupancies: occupancyCopies(connection),
    adjusters: adjusterCopies(connection),
    calendars,
    propertyDirectory: recordDirectory('property', booking, knownIn(calendars)),
    calendarModel: model,
    directory,
    writtenCalendars: new WrittenCalendars(directory),
    invalidations: new Gathering(true),
    reads: new Gathering(),
    propertyPricing: repository(propertyPricingModel(connection), 'a property', propertyPricingEntity),
    seasons: repository(seasonModel(connection), 'a season', seasonEntity),
    holidays: repository(holidayModel(connection), 'a holiday', holidayEntity),
    spotRates: new NightsByMonth(monthModel<SpotRateNight>(connection, 'SpotRateMonth', 'spot_rates')),
    spotRateRequests: repository(spotRateRequestModel(connection), 'a spot rate request', spotRateRequestEntity),
    requestQueue: new DocumentQueue(),
    history: new NightsByMonth(monthModel<HistoryNight>(connection, 'HistoryMonth', 'rate_history')),
  };
}
