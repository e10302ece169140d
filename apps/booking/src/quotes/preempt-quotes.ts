import type { AccountScope } from '@keyhaven/persistence/account-scope';
import { genericFilter } from '@keyhaven/persistence/generic-filter';
import { changeQuotedStay } from '../holds/change-quoted-stay';
import { withoutHold } from '../holds/hold-nights';
import { unlessGone } from '../holds/lapse-holds';
import type { LinkTerms } from '../links/domain/linked-properties';
import { areNightsSold } from '../nights/check-nights';
import type { BookingStore } from '../store/booking-store';
import type { QuotedStayDocument } from '../store/stay.model';

const PAGE = 200;

/**
 * After a link is created, ends the open quotes at each of the two properties for nights that are booked at the other
 * property.
 */
export function preemptLinked(
  store: BookingStore,
  scope: AccountScope,
  { property_ids, counts_from }: LinkTerms,
): Promise<void> {
  return preemptQuotes(store, scope, { property_ids, arrival: counts_from });
}

/** The nights that were booked. If `departure` is absent: all nights from the arrival on. */
interface Sold {
  property_ids: readonly number[];
  arrival: string;
  departure?: string;
}

/**
 * Ends the open quotes for nights that were booked. Checks for each quote that its nights are still
 * booked.
 * @param seller the stay that took the nights. The quote of this stay is not ended.
 */
export async function preemptQuotes(
  store: BookingStore,
  scope: AccountScope,
  sold: Sold,
  seller?: number,
): Promise<void> {
  for await (const id of openQuotes(store, scope, sold)) if (id !== seller) await preemptIfSold(store, scope, id);
}

/** Yields the ids of the stays whose open quotes include at least one of the sold nights, ordered by the quotes' ids. */
async function* openQuotes(store: BookingStore, scope: AccountScope, sold: Sold): AsyncGenerator<number> {
  const first = await readFirstPage(store, scope, sold);
  yield* first.stayIds;
  for (let after = first.next; after !== undefined;) {
    const page = await readPage(store, scope, sold, after);
    for (const { _id } of page) yield _id;
    after = nextOf(page);
  }
}

/**
 * Reads the first page of the open quotes. Calls in the same turn of the event loop share one page, and each call gets
 * the quotes that it needs.
 * @returns the stays of these quotes, and the quote id after which the next page begins; undefined if there is none.
 */
function readFirstPage(
  store: BookingStore,
  scope: AccountScope,
  sold: Sold,
): Promise<{ stayIds: number[]; next: number | undefined }> {
  return store.reads.gather(`open quotes ${scope.accountId}`, sold, async (sales: readonly Sold[]) => {
    const departures = sales.map(({ departure }) => departure);
    const page = await readPage(store, scope, {
      property_ids: [...new Set(sales.flatMap(({ property_ids }) => property_ids))],
      arrival: sales.map(({ arrival }) => arrival).reduce((a, b) => (a < b ? a : b)),
      departure: departures.reduce((a, b) => (a === undefined || b === undefined ? undefined : a > b ? a : b)),
    });
    return sales.map((sale) => ({
      stayIds: page.filter(({ quote }) => needsNights(quote, sale)).map(({ _id }) => _id),
      next: nextOf(page),
    }));
  });
}

/** The quote id after which the next page begins. Undefined if this page is the last one. */
function nextOf(page: readonly Pick<QuotedStayDocument, 'quote'>[]): number | undefined {
  return page.length < PAGE ? undefined : page.at(-1)?.quote.id;
}

function needsNights(quote: QuotedStayDocument['quote'], { property_ids, arrival, departure }: Sold): boolean {
  const isBefore = departure === undefined || quote.arrival < departure;
  return property_ids.includes(quote.property_id) && isBefore && quote.departure > arrival;
}

function readPage(store: BookingStore, scope: AccountScope, { property_ids, arrival, departure }: Sold, after = 0) {
  const filter = genericFilter<QuotedStayDocument>({
    'quote.property_id': { $in: [...property_ids] },
    'quote.id': { $gt: after },
    'quote.state': 'open',
    'quote.is_deleted': false,
    ...(departure === undefined ? {} : { 'quote.arrival': { $lt: departure } }),
    'quote.departure': { $gt: arrival },
  });
  return store.quotes.find(scope, filter, {
    limit: PAGE,
    orderBy: 'quote.id',
    without: ['quote.charges', 'quote.explanation', 'booking'],
  });
}

/** Ends an open quote if another booking or block occupies its nights. A quote with an active hold does not end. */
export async function preemptIfSold(store: BookingStore, scope: AccountScope, stayId: number): Promise<void> {
  await unlessGone(
    store.quotes.update(
      scope,
      genericFilter({ _id: stayId, 'quote.state': 'open', 'quote.is_deleted': false }),
      async (before) => {
        const { quote, booking } = before;
        if (booking?.status === 'active' || !(await areNightsSold(store, scope, quote, stayId))) return undefined;
        return changeQuotedStay(store, scope, before, {
          quote: { ...quote, state: 'preempted' },
          booking: withoutHold(booking),
        });
      },
    ),
  );
}
