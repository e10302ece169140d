import { services } from '@keyhaven/contracts/platform/services';
import type { NightlyRate, StayRules } from '@keyhaven/contracts/pricing/rates';
import type { Season } from '@keyhaven/contracts/pricing/season';
import { instantOrBlank } from '@keyhaven/contracts/shared/instants';
import type { Entity } from '@keyhaven/persistence/entity';
import { type Body, tenantSchema } from '@keyhaven/persistence/tenant-document';
import { withDeletion } from '@keyhaven/persistence/purge-deleted';
import { type Connection, type Model, Schema } from 'mongoose';
import { type ScopedPeriod, scopedPeriodFields } from './scoped-period.model';

export interface SeasonDocument extends ScopedPeriod {
  currency_code: string | null;
  rate: NightlyRate | null;
  rules: StayRules;
}

export type SeasonBody = Body<SeasonDocument>;

export function seasonModel(connection: Connection): Model<SeasonDocument> {
  const schema = tenantSchema<SeasonDocument>('seasons', {
    ...scopedPeriodFields,
    currency_code: String,
    rate: Schema.Types.Mixed,
    rules: Schema.Types.Mixed,
  })
    // Serves the query for the seasons of some properties, when nights are computed and when
    // seasons are listed by property.
    .index({ user_id: 1, is_deleted: 1, scope_ids: 1 })
    // Serves the public list with since_utc.
    .index({ user_id: 1, updated_utc: 1 });
  withDeletion(schema);
  return connection.model<SeasonDocument>('Season', schema);
}

export function presentSeason(body: SeasonBody): Season {
  return {
    id: body._id,
    name: body.name,
    from: body.from,
    to: body.to,
    property_ids: body.property_ids,
    currency_code: body.currency_code,
    rate: body.rate,
    rules: body.rules,
    created_utc: instantOrBlank(body.created_utc),
    updated_utc: instantOrBlank(body.updated_utc),
  };
}

export const seasonEntity: Entity<SeasonDocument, Season> = {
  type: 'season',
  topic: services.pricing.topic,
  isIn: ({ is_deleted }) => !is_deleted,
  present: presentSeason,
  categories: () => [],
  stampedWhenDeleted: () => ['deleted_utc'],
};
