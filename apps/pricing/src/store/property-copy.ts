import { type CopyDocument, copySchema } from '@keyhaven/persistence/copies/copy-document';
import { CopyRepository } from '@keyhaven/persistence/copies/copy-repository';
import type { Connection } from 'mongoose';

/** The fields of a property that pricing copies from the events of the booking service. */
export interface PropertyFacts {
  is_active: boolean;
  is_snoozed: boolean;
  time_zone: string | null;
  currency_code: string | null;
  /** False if max_guests or max_adults is 0. */
  accepts_one_adult: boolean;
}

export interface PropertyCopy extends CopyDocument, PropertyFacts {}

export function propertyCopies(connection: Connection): CopyRepository<PropertyCopy> {
  const schema = copySchema<PropertyCopy>('property_copies', {
    is_active: Boolean,
    is_snoozed: Boolean,
    time_zone: String,
    currency_code: String,
    accepts_one_adult: Boolean,
  });
  return new CopyRepository(connection.model<PropertyCopy>('PropertyCopy', schema));
}
