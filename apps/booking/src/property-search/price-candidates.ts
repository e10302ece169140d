import type { PropertySearchQuery } from '@keyhaven/contracts/booking/property-search';
import type { DefinitionsOfStay, DefinitionsOfStays } from '@keyhaven/contracts/fees/internal-contract';
import { ApiError } from '@keyhaven/contracts/shared/errors';
import type { AccountScope } from '@keyhaven/persistence/account-scope';
import type { Stay } from '@keyhaven/stays/nights';
import { chargePriced } from '../charges/charge-stay';
import { chargeSettings } from '../charges/charge-settings';
import { assertPriced, assertRoom } from '../charges/judge-stay';
import { keysOfNights } from '../claims/keys-of-nights';
import { linkedTo } from '../links/domain/linked-properties';
import { decideExpiry } from '../quotes/decide-expiry';
import { quoteTotal } from '../quotes/domain/quote-total';
import { assertOpenToGuests } from '../stays/check-references';
import type { BookingStore } from '../store/booking-store';
import type { PropertyBody } from '../store/property.model';
import type { BookingReferences } from '../store/references';

export interface StayPrice {
  currency_code: string;
  total_amount: number;
  average_nightly_rate: number;
}

interface StayAtProperties {
  query: PropertySearchQuery;
  stay: Stay;
  account: NonNullable<BookingReferences['account']>;
  /** The taken night keys within the stay's dates. */
  taken: ReadonlySet<string>;
  candidates: readonly PropertyBody[];
}

/**
 * Prices a stay at each candidate for which a quote would succeed, with the same checks and charges
 * as a quote. Calls each service once for all properties.
 */
export async function priceCandidates(
  store: BookingStore,
  scope: AccountScope,
  { query, stay, account, taken, candidates }: StayAtProperties,
): Promise<Map<number, StayPrice>> {
  const party = partyOf(query);
  const ignoresRules = !query.evaluate_rules;
  const open = candidates.filter((property) =>
    unlessRefused(() => {
      assertOpenToGuests(property);
      assertRoom(party, property, ignoresRules);
      assertQuotable(store, stay, property, account);
      const nights = { ...stay, property_id: property._id };
      return !keysOfNights(nights, linkedTo(property._id, property.links ?? [])).some((key) => taken.has(key));
    }),
  );
  if (open.length === 0) return new Map();
  const utc = new Date();
  const properties = { user_id: scope.accountId, property_ids: open.map(({ _id }) => _id) };
  const [{ stays }, definitions] = await Promise.all([
    store.peers.priceStays({ ...properties, ...stay }),
    store.peers.definitionsOfStays(properties),
  ]);
  const prices = new Map<number, StayPrice>();
  for (const [index, property] of open.entries()) {
    const property_id = property._id;
    const priced = assertPriced(stays[index], property_id);
    const toCharge = {
      ...{ ...stay, ...party, property_id, listing_site_id: null, discount_code: null, refusesCode: false },
      ...{ is_owner_booking: false, booked_utc: undefined, settings: chargeSettings(property, account) },
    };
    const charged = unlessRefused(() =>
      chargePriced(
        toCharge,
        property,
        { judge: 'quote', ignoresRules },
        {
          priced,
          definitions: definitionsAt(definitions, property_id),
          made: { utc, property_id },
        },
      ),
    );
    const price = charged && priceOf(charged);
    if (price && isWithin(price, query)) prices.set(property_id, price);
  }
  return prices;
}

/**
 * The party (the guests of the stay) for a search. If `adults` is not sent, the number of adults is
 * `guests_min` minus the children, but at least one.
 */
function partyOf({ adults, children = 0, pets = 0, guests_min = 1 }: PropertySearchQuery) {
  return { adults: adults ?? Math.max(guests_min - children, 1), children, pets };
}

/**
 * Checks that a quote for the search would not expire immediately.
 * @throws ApiError bad_request when the day of arrival has ended.
 */
function assertQuotable(
  store: BookingStore,
  { arrival }: Stay,
  property: PropertyBody,
  account: StayAtProperties['account'],
): void {
  decideExpiry({
    ...{ sent: undefined, holdsNights: false, arrival, now: new Date(), maxHoldDays: store.settings.maxHoldDays },
    timeZone: property.time_zone ?? account.time_zone,
  });
}

/** The definitions and taxes that apply to a property. */
function definitionsAt(all: DefinitionsOfStays, propertyId: number): DefinitionsOfStay {
  const applying = <Definition extends { property_ids: number[] }>(definitions: readonly Definition[]) =>
    definitions.filter(({ property_ids }) => property_ids.length === 0 || property_ids.includes(propertyId));
  return {
    adjusters: applying(all.adjusters),
    surcharges: applying(all.surcharges),
    discounts: applying(all.discounts),
    taxes: all.taxes.filter(({ property_id }) => property_id === propertyId),
  };
}

function priceOf(charged: ReturnType<typeof chargePriced>): StayPrice {
  return {
    currency_code: charged.currency_code,
    total_amount: quoteTotal(charged),
    average_nightly_rate: charged.charges.find(({ type }) => type === 'rent')?.rate ?? 0,
  };
}

function isWithin(
  { average_nightly_rate: rate }: StayPrice,
  { rate_min = 0, rate_max = Infinity }: PropertySearchQuery,
) {
  return rate_min <= rate && rate <= rate_max;
}

/**
 * Runs a check that quotes also make. Returns its result; undefined if a quote would be refused.
 */
function unlessRefused<Result>(check: () => Result): Result | undefined {
  try {
    return check();
  } catch (error) {
    if (error instanceof ApiError && error.code === 'bad_request') return undefined;
    throw error;
  }
}
