import { services } from '@keyhaven/contracts/platform/services';
import type { Consumer } from '@keyhaven/events/event-bus';
import { accountId } from '@keyhaven/persistence/account-scope';
import { consumeCopies } from '@keyhaven/persistence/copies/consume-copies';
import { isDecidedByNight } from '@keyhaven/stays/charges/adjusted-rate';
import { z } from 'zod';
import { allNights } from '../calendar/domain/changed-nights';
import { areAllEqual, invalidateCalendars } from '../calendar/invalidate-calendars';
import { recordBeforeConsuming } from '../history/record-before-consuming';
import type { AdjusterTerms } from '../store/adjuster-copy';
import type { PricingStore } from '../store/pricing-store';
import { ALL_PROPERTIES } from '../store/scope-ids';

const dateRange = z.object({ from: z.string().nullable(), to: z.string().nullable() });

/**
 * The criteria that depend only on the night. An adjuster with any other criterion depends on the
 * whole stay.
 */
const criteria = z.looseObject({ stay_dates: z.array(dateRange), weekdays: z.array(z.string()) });

const adjusterRecord = z.object({
  type: z.literal('rate_adjuster'),
  active: z.boolean(),
  mode: z.string(),
  amount: z.number().nullable(),
  percent: z.number().nullable(),
  amounts: z.array(z.unknown()),
  currency_code: z.string().nullable(),
  property_ids: z.array(z.int()),
  listing_site_ids: z.array(z.int()),
  season_ids: z.array(z.int()),
  criteria,
});
type AdjusterRecord = z.output<typeof adjusterRecord>;

/**
 * Consumes surcharge events, and keeps a copy of each rate adjuster. The copy contains the terms only if the adjuster
 * depends on nothing but property, date, weekday and season. These adjusters determine `rate.amount`.
 */
export function consumeAdjusters(store: PricingStore): Consumer[] {
  const consumers = consumeCopies({
    group: 'pricing.adjusters',
    topic: services.fees.topic,
    entityType: 'surcharge',
    copies: store.adjusters,
    read: ({ entity }) => {
      if (entity.type !== 'rate_adjuster') return undefined;
      const record = adjusterRecord.parse(entity);
      const terms = termsOf(record);
      const { property_ids } = record;
      return { terms, scope_ids: terms === null ? [] : property_ids.length > 0 ? property_ids : [ALL_PROPERTIES] };
    },
    // Adjusters change rarely, so we invalidate all calendars of the account. Surcharges of other types have no copy,
    // so they invalidate nothing.
    applied: async ({ userId, before, after }) => {
      const terms = [...before, after].map((copy) => copy && [copy.scope_ids, copy.terms]);
      if (areAllEqual(terms)) return;
      await invalidateCalendars(store, { accountId: accountId(userId) }, null, allNights('availability', 'rates'));
    },
  });
  return recordBeforeConsuming(consumers, store, 'surcharge');
}

/**
 * The parts of an adjuster that decide the prices on calendars. Null if the adjuster is inactive or depends on more
 * than the night.
 */
function termsOf(record: AdjusterRecord): AdjusterTerms | null {
  const change = changeOf(record);
  if (!record.active || !isDecidedByNight(record) || !change) return null;
  const { stay_dates, weekdays } = record.criteria;
  return { change, date_ranges: stay_dates, weekdays, season_ids: record.season_ids };
}

function changeOf({ mode, amount, percent, currency_code }: AdjusterRecord): AdjusterTerms['change'] | undefined {
  if (mode === 'percent_of_rent' && percent !== null) return { kind: 'percent', percent };
  if (mode === 'per_night' && amount !== null) return { kind: 'amount', amount, currency_code };
  return undefined;
}
