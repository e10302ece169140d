import { services } from '@keyhaven/contracts/platform/services';
import { NO_RULES, type NightlyRate, type StayRules } from '@keyhaven/contracts/pricing/rates';
import type { PropertyPricing } from '@keyhaven/contracts/pricing/property-pricing';
import { instantOrBlank } from '@keyhaven/contracts/shared/instants';
import type { Entity } from '@keyhaven/persistence/entity';
import { type Body, type RecordDocument, tenantSchema } from '@keyhaven/persistence/tenant-document';
import { type Connection, type Model, Schema } from 'mongoose';

/** The rate and rules of a property. They apply where no season or spot rate sets them. */
export interface PricingSettings {
  currency_code: string | null;
  default_rate: NightlyRate | null;
  rules: StayRules;
  advance_notice_days: number;
  same_day_until: string | null;
  booking_window_days: number | null;
  required_gap_before: number;
  required_gap_after: number;
  min_nights_in_gap: number | null;
  history_from: string | null;
}

/** A property's pricing settings. They have the same id as the property. */
export interface PropertyPricingDocument extends RecordDocument, PricingSettings {}

export type PropertyPricingBody = Body<PropertyPricingDocument>;

/** The settings of a property for which no settings were stored. */
export const DEFAULT_SETTINGS: Readonly<PricingSettings> = {
  currency_code: null,
  default_rate: null,
  rules: NO_RULES,
  advance_notice_days: 0,
  same_day_until: '18:00',
  booking_window_days: 730,
  required_gap_before: 0,
  required_gap_after: 0,
  min_nights_in_gap: null,
  history_from: null,
};

export function propertyPricingModel(connection: Connection): Model<PropertyPricingDocument> {
  const schema = tenantSchema<PropertyPricingDocument>('property_pricing', {
    currency_code: String,
    default_rate: Schema.Types.Mixed,
    rules: Schema.Types.Mixed,
    advance_notice_days: Number,
    same_day_until: String,
    booking_window_days: Number,
    required_gap_before: Number,
    required_gap_after: Number,
    min_nights_in_gap: Number,
    history_from: String,
  });
  return connection.model<PropertyPricingDocument>('PropertyPricing', schema);
}

export function presentPropertyPricing(
  body: PricingSettings & { _id: number; updated_utc?: Date },
): Required<PropertyPricing> {
  return {
    id: body._id,
    property_id: body._id,
    currency_code: body.currency_code,
    default_rate: body.default_rate,
    rules: body.rules,
    advance_notice_days: body.advance_notice_days,
    same_day_until: body.same_day_until,
    booking_window_days: body.booking_window_days,
    required_gap_before: body.required_gap_before,
    required_gap_after: body.required_gap_after,
    min_nights_in_gap: body.min_nights_in_gap,
    history_from: body.history_from,
    updated_utc: instantOrBlank(body.updated_utc),
  };
}

export const propertyPricingEntity: Entity<PropertyPricingDocument, PropertyPricing> = {
  type: 'property_pricing',
  topic: services.pricing.topic,
  isIn: () => true,
  present: presentPropertyPricing,
  categories: () => [],
};
