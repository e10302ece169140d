import { type CopyDocument, copySchema } from '@keyhaven/persistence/copies/copy-document';
import { CopyRepository } from '@keyhaven/persistence/copies/copy-repository';
import { consumeCopies } from '@keyhaven/persistence/copies/consume-copies';
import type { Consumer } from '@keyhaven/events/event-bus';
import { accountId } from '@keyhaven/persistence/account-scope';
import { isDecidedByNight } from '@keyhaven/stays/charges/adjusted-rate';
import { type Connection, Schema } from 'mongoose';
import { z } from 'zod';
import { areAllEqual } from '../calendar/are-all-equal';
import { raiseCalendars } from '../calendar/invalidate-calendars';
import { afterRecording } from '../history/record-before-consuming';
import { ALL_PROPERTIES } from '../store/scope-ids';
import type { PricingStore } from '../store/pricing-store';

/** What a rate adjuster changes, and where; absent while it changes the calendar of no property. */
export interface AdjusterTerms {
  change: { kind: 'percent'; percent: number } | { kind: 'amount'; amount: number; currency_code: string | null };
  date_ranges: { from: string | null; to: string | null }[];
  weekdays: string[];
  season_ids: number[];
}

/** The pricing service's copy of a rate adjuster, from the fees service's events. */
export interface AdjusterCopy extends CopyDocument {
  /** The properties that it is for; ALL_PROPERTIES for all; empty while it changes no calendar. */
  scope_ids: number[];
  terms: AdjusterTerms | null;
}

export function adjusterCopies(connection: Connection): CopyRepository<AdjusterCopy> {
  const schema = copySchema<AdjusterCopy>('adjuster_copies', { scope_ids: [Number], terms: Schema.Types.Mixed })
    // The adjusters of these properties.
    .index({ user_id: 1, scope_ids: 1 });
  return new CopyRepository(connection.model<AdjusterCopy>('AdjusterCopy', schema));
}

const dateRange = z.object({ from: z.string().nullable(), to: z.string().nullable() });

/** The criteria that a night alone decides are named; any other that is set makes the adjuster one of stays alone. */
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

/** Follows the rate adjusters that property, date, weekday and season alone decide: they make `rate.amount`. */
export function consumeAdjusters(store: PricingStore): Consumer[] {
  const consumers = consumeCopies({
    group: 'pricing.adjusters',
    topic: 'keyhaven.fees',
    entityType: 'surcharge',
    copies: store.adjusters,
    read: ({ entity }) => {
      if (entity.type !== 'rate_adjuster') return undefined;
      const record = adjusterRecord.parse(entity);
      const terms = termsOf(record);
      const { property_ids } = record;
      return { terms, scope_ids: terms === null ? [] : property_ids.length > 0 ? property_ids : [ALL_PROPERTIES] };
    },
    // Where it applied before is not asked: adjusters change seldom. Of other surcharges there was and is no copy.
    applied: async ({ userId, before, after }) => {
      const terms = [...before, after].map((copy) => copy && [copy.scope_ids, copy.terms]);
      if (!areAllEqual(terms)) await raiseCalendars(store, { accountId: accountId(userId) }, null);
    },
  });
  return afterRecording(consumers, store, 'surcharge');
}

/** What an adjuster changes on calendars; null when it is not active, or when more than the night decides it. */
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
