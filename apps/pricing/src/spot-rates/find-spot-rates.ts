import type { SpotRateListQuery } from '@keyhaven/contracts/pricing/public-contract';
import type { SpotRate } from '@keyhaven/contracts/pricing/spot-rate';
import { keyDecides, nextPageUrl, type Page } from '@keyhaven/contracts/shared/paging';
import { namedProperties } from '@keyhaven/contracts/shared/property-filter';
import type { AccountScope } from '@keyhaven/persistence/account-scope';
import { monthOf } from '../store/nights-by-month';
import type { PricingStore } from '../store/pricing-store';
import { presentSpotRate, type SpotRateNight } from '../store/spot-rate-night';

/** Lists a page of the nights with spot rates, ordered by property and date. */
export async function listSpotRates(
  store: PricingStore,
  scope: AccountScope,
  query: SpotRateListQuery,
  url: string,
): Promise<Page<SpotRate>> {
  const { limit, offset, from, to } = query;
  const after = keyDecides(query) ? query.after : undefined;
  const properties = namedProperties(query);
  const gone = await store.calendarModel.distinct('_id', { user_id: scope.accountId, is_gone: true });
  const months = [
    gone.length > 0 && { property_id: { $nin: gone } },
    properties && { property_id: { $in: properties } },
    from && { month: { $gte: monthOf(from) } },
    to && { month: { $lte: monthOf(to) } },
    after && {
      $or: [
        { property_id: { $gt: after.propertyId } },
        { property_id: after.propertyId, month: { $gte: monthOf(after.date) } },
      ],
    },
  ].filter((condition) => typeof condition === 'object');
  const nights = [
    { 'nights.is_set': true },
    from && { 'nights.date': { $gte: from } },
    to && { 'nights.date': { $lte: to } },
    after && { $or: [{ property_id: { $gt: after.propertyId } }, { 'nights.date': { $gt: after.date } }] },
  ].filter((condition) => condition !== undefined && condition !== '');
  const found = await store.spotRates.model.aggregate<{ property_id: number; nights: SpotRateNight }>([
    { $match: { $and: [{ user_id: scope.accountId }, ...months] } },
    { $sort: { property_id: 1, month: 1 } },
    { $unwind: '$nights' },
    { $match: { $and: nights } },
    { $skip: after ? 0 : offset },
    { $limit: limit + 1 },
    { $project: { _id: 0, property_id: 1, nights: 1 } },
  ]);
  const items = found.slice(0, limit).map(({ property_id, nights: night }) => presentSpotRate(property_id, night));
  const last = items[items.length - 1];
  return {
    items,
    limit,
    offset,
    count: items.length,
    next_page_url:
      last && found.length > limit ? nextPageUrl(url, query, { after: `${last.property_id}/${last.date}` }) : null,
  };
}

interface NightOfProperty {
  property_id: number;
  date: string;
}

/** Returns the stored spot rate of each of these nights, in the same order. */
export async function loadSpotRateNights(
  store: PricingStore,
  scope: AccountScope,
  nights: readonly NightOfProperty[],
): Promise<(SpotRateNight | undefined)[]> {
  const ids = [...new Set(nights.map(({ property_id }) => property_id))];
  const dates = nights.map(({ date }) => date).sort();
  const months = await store.spotRates.find(scope, ids, monthOf(dates[0]!), monthOf(dates[dates.length - 1]!));
  const stored = new Map(
    months.flatMap((month) => month.nights.map((night) => [`${month.property_id}/${night.date}`, night] as const)),
  );
  return nights.map(({ property_id, date }) => stored.get(`${property_id}/${date}`));
}
