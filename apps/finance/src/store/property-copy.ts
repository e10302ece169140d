import { services } from '@keyhaven/contracts/platform/services';
import type { Consumer } from '@keyhaven/events/event-bus';
import { type CopyDocument, copySchema } from '@keyhaven/persistence/copies/copy-document';
import { CopyRepository } from '@keyhaven/persistence/copies/copy-repository';
import { consumeCopies } from '@keyhaven/persistence/copies/consume-copies';
import { type Connection, Schema } from 'mongoose';
import { z } from 'zod';

/** Finance's copy of a property: its owner, time zone and ledger accounts. */
export interface PropertyCopy extends CopyDocument {
  name: string;
  owner_id: number | null;
  time_zone: string | null;
  accounting: Record<string, string> | null;
}

export function propertyCopies(connection: Connection): CopyRepository<PropertyCopy> {
  const schema = copySchema<PropertyCopy>('property_copies', {
    name: String,
    owner_id: Number,
    time_zone: String,
    accounting: Schema.Types.Mixed,
  })
    // Whether somebody owns a property: expenses and payouts.
    .index({ user_id: 1, owner_id: 1 });
  return new CopyRepository(connection.model<PropertyCopy>('PropertyCopy', schema));
}

const propertyRecord = z.object({
  name: z.string(),
  owner_id: z.int().nullable(),
  time_zone: z.string().nullable(),
});
const privateRecord = z.object({ accounting: z.record(z.string(), z.string()).nullable().default(null) });

export function consumeProperties(copies: CopyRepository<PropertyCopy>): Consumer[] {
  return consumeCopies({
    group: 'finance.properties',
    topic: services.booking.topic,
    entityType: 'property',
    copies,
    read: ({ entity, private: hidden }) => ({ ...propertyRecord.parse(entity), ...privateRecord.parse(hidden) }),
  });
}
