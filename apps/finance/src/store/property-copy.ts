import { services } from '@keyhaven/contracts/platform/services';
import type { Consumer } from '@keyhaven/events/event-bus';
import { type CopyDocument, copySchema } from '@keyhaven/persistence/copies/copy-document';
import { CopyRepository } from '@keyhaven/persistence/copies/copy-repository';
import { consumeCopies } from '@keyhaven/persistence/copies/consume-copies';
import { type Connection, Schema } from 'mongoose';
import { z } from 'zod';

/** The copy of a property, for its time zone and ledger accounts. */
export interface PropertyCopy extends CopyDocument {
  name: string;
  time_zone: string | null;
  accounting: Record<string, string> | null;
}

export function propertyCopies(connection: Connection): CopyRepository<PropertyCopy> {
  const schema = copySchema<PropertyCopy>('property_copies', {
    name: String,
    time_zone: String,
    accounting: Schema.Types.Mixed,
  });
  return new CopyRepository(connection.model<PropertyCopy>('PropertyCopy', schema));
}

const propertyRecord = z.object({
  name: z.string(),
  time_zone: z.string().nullable(),
});
const privateRecord = z.object({ accounting: z.record(z.string(), z.string()).nullable() });

export function consumeProperties(copies: CopyRepository<PropertyCopy>): Consumer[] {
  return consumeCopies({
    group: 'finance.properties',
    topic: services.booking.topic,
    entityType: 'property',
    copies,
    read: ({ entity, private: hidden }) => ({ ...propertyRecord.parse(entity), ...privateRecord.parse(hidden) }),
  });
}
