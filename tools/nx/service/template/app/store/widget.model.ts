import { instantOrBlank } from '@keyhaven/contracts/shared/instants';
import type { Entity } from '@keyhaven/persistence/entity';
import { type Body, type RecordDocument, tenantSchema } from '@keyhaven/persistence/tenant-document';
import type { Connection, Model } from 'mongoose';
import type { Widget } from '../../contracts/widget';

export interface WidgetDocument extends RecordDocument {
  name: string;
  units: number;
  reserved: number;
}

export type WidgetBody = Body<WidgetDocument>;

export function widgetModel(connection: Connection): Model<WidgetDocument> {
  const schema = tenantSchema<WidgetDocument>('widgets', { name: String, units: Number, reserved: Number })
    // The index for the list of widgets with the parameter since_utc.
    .index({ user_id: 1, updated_utc: 1 });
  return connection.model<WidgetDocument>('Widget', schema);
}

export function presentWidget({ _id, name, units, reserved, created_utc, updated_utc }: WidgetBody): Widget {
  return {
    id: _id,
    name,
    units,
    reserved,
    created_utc: instantOrBlank(created_utc),
    updated_utc: instantOrBlank(updated_utc),
  };
}

export const widgetEntity: Entity<WidgetDocument> = {
  type: 'widget',
  topic: 'keyhaven.sample',
  isIn: () => true,
  present: presentWidget,
  categories: () => [],
};
