import type { IdAllocator } from '@keyhaven/persistence/allocate-ids';
import type { Relay } from '@keyhaven/persistence/outbox/relay';
import { TenantRepository } from '@keyhaven/persistence/tenant-repository/tenant-repository';
import type { Connection } from 'mongoose';
import { type WidgetDocument, widgetEntity, widgetModel } from './widget.model';

/** The data of the sample service. */
export interface SampleStore {
  ids: IdAllocator;
  widgets: TenantRepository<WidgetDocument>;
}

export function createSampleStore(connection: Connection, ids: IdAllocator, relay: Relay): SampleStore {
  const model = widgetModel(connection);
  return { ids, widgets: new TenantRepository({ model, noun: 'a widget', entities: [widgetEntity], relay }) };
}
