import { services } from '@keyhaven/contracts/platform/services';
import type { Consumer } from '@keyhaven/events/event-bus';
import { type CopyDocument, copySchema } from '@keyhaven/persistence/copies/copy-document';
import { CopyRepository } from '@keyhaven/persistence/copies/copy-repository';
import { consumeCopies } from '@keyhaven/persistence/copies/consume-copies';
import type { Connection } from 'mongoose';
import { z } from 'zod';

/**
 * The copy of a property. It shows that the property exists, and contains the currency of the
 * property's taxes.
 */
export interface PropertyCopy extends CopyDocument {
  /** The currency of the property. Null means the account's currency. */
  currency_code: string | null;
}

export function propertyCopies(connection: Connection): CopyRepository<PropertyCopy> {
  const schema = copySchema<PropertyCopy>('property_copies', { currency_code: String });
  return new CopyRepository(connection.model<PropertyCopy>('PropertyCopy', schema));
}

const propertyRecord = z.object({ currency_code: z.string().nullable() });

/** Stores copies of properties from the events of the booking service. */
export function consumeProperties(copies: CopyRepository<PropertyCopy>): Consumer[] {
  return consumeCopies({
    group: 'fees.properties',
    topic: services.booking.topic,
    entityType: 'property',
    copies,
    read: ({ entity }) => propertyRecord.parse(entity),
  });
}
