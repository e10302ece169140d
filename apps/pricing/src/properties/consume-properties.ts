import { currencyCode } from '@keyhaven/contracts/shared/money';
import { timeZone } from '@keyhaven/contracts/shared/time-zones';
import { type CopyDocument, copySchema } from '@keyhaven/persistence/copies/copy-document';
import { CopyRepository } from '@keyhaven/persistence/copies/copy-repository';
import { consumeCopies } from '@keyhaven/persistence/copies/consume-copies';
import type { Consumer } from '@keyhaven/events/event-bus';
import { accountId } from '@keyhaven/persistence/account-scope';
import type { Connection } from 'mongoose';
import { z } from 'zod';
import { bringCalendarUpToDate } from '../calendar/sync-calendar';
import { afterRecording } from '../history/record-before-consuming';
import type { PricingStore } from '../store/pricing-store';

/** What the pricing service keeps of a property, from the booking service's events. */
export interface PropertyFacts {
  is_active: boolean;
  is_snoozed: boolean;
  time_zone: string | null;
  currency_code: string | null;
  /** Whether its limits let one adult stay: false where max_guests or max_adults is 0. */
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

const propertyRecord = z
  .object({
    active: z.boolean(),
    is_snoozed: z.boolean(),
    time_zone: timeZone.nullable(),
    currency_code: currencyCode.nullable(),
    max_guests: z.number().nullish(),
    max_adults: z.number().nullish(),
  })
  .transform(({ active, is_snoozed, time_zone, currency_code, max_guests, max_adults }): PropertyFacts => ({
    is_active: active,
    is_snoozed,
    time_zone,
    currency_code,
    accepts_one_adult: max_guests !== 0 && max_adults !== 0,
  }));

/** Follows the properties: each has a calendar from its first event on. */
export function consumeProperties(store: PricingStore): Consumer[] {
  const consumers = consumeCopies({
    group: 'pricing.properties',
    topic: 'keyhaven.booking',
    entityType: 'property',
    copies: store.properties,
    read: ({ entity }) => propertyRecord.parse(entity),
    applied: ({ id, userId }) => bringCalendarUpToDate(store, { accountId: accountId(userId) }, id),
  });
  return afterRecording(consumers, store, 'property', ({ entity_id }) => [entity_id]);
}
