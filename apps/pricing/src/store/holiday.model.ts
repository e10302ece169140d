import { services } from '@keyhaven/contracts/platform/services';
import type { Holiday } from '@keyhaven/contracts/pricing/holiday';
import { instantOrBlank } from '@keyhaven/contracts/shared/instants';
import type { Entity } from '@keyhaven/persistence/entity';
import { type Body, tenantSchema } from '@keyhaven/persistence/tenant-document';
import { withDeletion } from '@keyhaven/persistence/purge-deleted';
import type { Connection, Model } from 'mongoose';
import { type ScopedPeriod, scopedPeriodFields } from './scoped-period.model';

export type HolidayDocument = ScopedPeriod;
export type HolidayBody = Body<HolidayDocument>;

export function holidayModel(connection: Connection): Model<HolidayDocument> {
  const schema = tenantSchema<HolidayDocument>('holidays', scopedPeriodFields)
    // Serves the query for the holidays of some properties, when nights are computed and when
    // operators list holidays.
    .index({ user_id: 1, is_deleted: 1, scope_ids: 1 });
  withDeletion(schema);
  return connection.model<HolidayDocument>('Holiday', schema);
}

export function presentHoliday(body: HolidayBody): Holiday {
  return {
    id: body._id,
    name: body.name,
    from: body.from,
    to: body.to,
    property_ids: body.property_ids,
    created_utc: instantOrBlank(body.created_utc),
    updated_utc: instantOrBlank(body.updated_utc),
  };
}

export const holidayEntity: Entity<HolidayDocument, Holiday> = {
  type: 'holiday',
  topic: services.pricing.topic,
  isIn: ({ is_deleted }) => !is_deleted,
  present: presentHoliday,
  categories: () => [],
  stampedWhenDeleted: () => ['deleted_utc'],
};
