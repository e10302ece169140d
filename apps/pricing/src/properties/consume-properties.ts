import { services } from '@keyhaven/contracts/platform/services';
import { currencyCode } from '@keyhaven/contracts/shared/money';
import { timeZone } from '@keyhaven/contracts/shared/time-zones';
import type { Consumer } from '@keyhaven/events/event-bus';
import { accountId } from '@keyhaven/persistence/account-scope';
import { consumeCopies } from '@keyhaven/persistence/copies/consume-copies';
import { z } from 'zod';
import { syncCalendar } from '../calendar/sync-calendar';
import { recordBeforeConsuming } from '../history/record-before-consuming';
import type { PricingStore } from '../store/pricing-store';
import type { PropertyFacts } from '../store/property-copy';

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

/** Consumes property events, and keeps a copy of each property. The first event of a property creates its calendar. */
export function consumeProperties(store: PricingStore): Consumer[] {
  const consumers = consumeCopies({
    group: 'pricing.properties',
    topic: services.booking.topic,
    entityType: 'property',
    copies: store.properties,
    read: ({ entity }) => propertyRecord.parse(entity),
    applied: ({ id, userId }) => syncCalendar(store, { accountId: accountId(userId) }, id),
  });
  return recordBeforeConsuming(consumers, store, 'property', ({ entity_id }) => [entity_id]);
}
