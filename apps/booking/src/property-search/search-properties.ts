import type { FoundProperty, PropertySearchQuery } from '@keyhaven/contracts/booking/property-search';
import { MAX_STAYS_PRICED } from '@keyhaven/contracts/pricing/internal-contract';
import { buildPage, type Page } from '@keyhaven/contracts/shared/paging';
import type { AccountScope } from '@keyhaven/persistence/account-scope';
import { pageFilter, pageKey, pageSkip } from '@keyhaven/persistence/list-filters';
import { propertiesOfKey } from '@keyhaven/stays/night-keys';
import { nightCount, type Stay } from '@keyhaven/stays/nights';
import { findTakenKeys } from '../properties/find-occupied-properties';
import { trimList } from '../properties/read-properties';
import type { BookingStore } from '../store/booking-store';
import { presentProperty, type PropertyBody, type PropertyDocument } from '../store/property.model';
import { accountOf } from '../store/references';
import { candidateFilter } from './candidate-filter';
import { priceCandidates, type StayPrice } from './price-candidates';

/**
 * The maximum number of nights that one call to pricing may ask for. Longer stays are priced at fewer properties at a
 * time.
 */
const MAX_NIGHTS_OF_CALL = 20_000;
/** The minimum number of properties that are priced in one round. Many of them may break a rule. */
const MIN_CANDIDATES = 50;
/** Each round prices this many times as many properties as the round before, until the page is full. */
const GROWTH = 4;
/** The maximum number of concurrent calls for prices that one search sends to a service. */
const CONCURRENT_CALLS = 2;

/** A found property. It has a price if the search has dates. */
interface Found {
  id: number;
  body: PropertyBody;
  price?: StayPrice;
}

/**
 * Finds the account's active properties that match. If the search has dates, returns only those for
 * which a quote would succeed.
 */
export async function searchProperties(
  store: BookingStore,
  scope: AccountScope,
  query: PropertySearchQuery,
  url: string,
): Promise<Page<FoundProperty>> {
  const { available_from: arrival, available_to: departure } = query;
  const found =
    arrival && departure
      ? await findPriced(store, scope, query, { arrival, departure })
      : await findUnpriced(store, scope, query);
  return buildPage(found, query, url, ({ body, price }) => ({ ...trimList(presentProperty(body), query), ...price }));
}

async function findUnpriced(store: BookingStore, scope: AccountScope, query: PropertySearchQuery): Promise<Found[]> {
  const filter = { $and: [candidateFilter(query), pageFilter<PropertyDocument>('_id', query)] };
  const bodies = await store.properties.find(scope, filter, {
    limit: query.limit + 1,
    skip: pageSkip(query),
    ...partsOf(query),
  });
  return bodies.map((body) => ({ id: body._id, body }));
}

/**
 * Prices properties in the order of their ids until the page is full. Each round prices more properties than the round
 * before.
 */
async function findPriced(
  store: BookingStore,
  scope: AccountScope,
  query: PropertySearchQuery,
  stay: Stay,
): Promise<Found[]> {
  const [copy, taken] = await Promise.all([
    store.accounts.findOne(scope, { _id: scope.accountId }),
    findTakenKeys(store, scope, stay),
  ]);
  const account = accountOf({ account: copy });
  const skipped = pageSkip(query);
  const wanted = skipped + query.limit + 1;
  const ofCall = Math.min(MAX_STAYS_PRICED, Math.ceil(MAX_NIGHTS_OF_CALL / nightCount(stay)));
  const most = CONCURRENT_CALLS * ofCall;
  let size = Math.min(most, Math.max(MIN_CANDIDATES, wanted));
  const occupied = propertiesWithOwnStays(taken);
  const found: Found[] = [];
  for (let after = pageKey(query) ?? 0; found.length < wanted;) {
    const filter = { $and: [candidateFilter(query), { _id: { $gt: after, $nin: occupied } }] };
    const candidates = await store.properties.find(scope, filter, { limit: size, ...partsOf(query) });
    const parts = Array.from({ length: Math.ceil(candidates.length / ofCall) }, (_, index) =>
      candidates.slice(index * ofCall, (index + 1) * ofCall),
    );
    const prices = await Promise.all(
      parts.map((part) => priceCandidates(store, scope, { query, stay, account, taken, candidates: part })),
    );
    for (const [index, part] of parts.entries()) {
      for (const body of part) {
        const price = prices[index]?.get(body._id);
        if (price) found.push({ id: body._id, body, price });
      }
    }
    if (candidates.length < size) break;
    after = candidates[candidates.length - 1]!._id;
    size = Math.min(most, GROWTH * size);
  }
  return found.slice(skipped, wanted);
}

/**
 * The properties at which some night is taken by a stay at the property itself. Leaves out properties with nights that
 * are taken only by the key of a link, because that link may have been removed.
 */
function propertiesWithOwnStays(taken: ReadonlySet<string>): number[] {
  const own = [...taken].map(propertiesOfKey).filter(({ length }) => length === 1);
  return [...new Set(own.flat())];
}

/**
 * Which parts of properties are loaded: custom fields only on request, and only the first photo,
 * which is the thumbnail.
 */
function partsOf({ include_fields }: PropertySearchQuery) {
  return { without: include_fields ? [] : ['fields'], firstOf: ['photos'] };
}
