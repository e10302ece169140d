import mongoose from 'mongoose';
import { aQuote, quotedStay } from '../testing/a-quote';
import { type BookingUnderTest, startBookingUnderTest, type TestAccount } from '../testing/booking-under-test';

let booking: BookingUnderTest;
beforeAll(async () => void (booking = await startBookingUnderTest()));
afterAll(() => booking.stop());

/** How many stays are stored for an account. Only four of them match the query. */
const OTHERS = 400;

type Filter = Record<string, any>;

/**
 * The fields of most bookings. `asked` has the fields of the four bookings that match each query.
 */
const usual = { status: 'active', arrival: '2030-01-01', departure: '2030-01-04' };
const asked: Record<string, object> = {
  'status=pending': { ...usual, status: 'pending' },
  'status=canceled': { ...usual, status: 'canceled' },
  'to=2029-01-01': { ...usual, arrival: '2029-01-01' },
  'from=2031-01-01': { ...usual, departure: '2031-01-01' },
};

/** Runs a request, and returns its queries for stays. */
async function queriesOf({ userId }: TestAccount, request: () => Promise<{ status: number }>): Promise<Filter[]> {
  const filters: Filter[] = [];
  mongoose.set('debug', (collection: string, method: string, filter: Filter) => {
    if (collection === 'stays' && method === 'find' && filter.user_id === userId) filters.push(filter);
  });
  try {
    expect((await request()).status).toBe(200);
    return filters;
  } finally {
    mongoose.set('debug', false);
  }
}

/** Stores many stays for an account, each with an id of its own. */
async function store({ userId }: TestAccount, stay: (id: number, index: number) => object): Promise<void> {
  const documents = Array.from({ length: OTHERS }, (_, index) => {
    const _id = ++lastId;
    return { _id, user_id: userId, revision: 1, ...stay(_id, index) };
  });
  await booking.connection.collection<{ _id: number }>('stays').insertMany(documents);
}
let lastId = 500_000_000;

/**
 * How many documents the database reads for a filter: for one page sorted by `orderBy`, or for all
 * matches if `orderBy` is absent.
 */
async function readBy(filter: Filter, orderBy?: string): Promise<number> {
  const found = booking.connection.collection('stays').find(filter);
  const page = orderBy === undefined ? found : found.sort({ [orderBy]: 1 }).limit(21);
  const plan = (await page.explain('executionStats')) as { executionStats: { totalDocsExamined: number } };
  return plan.executionStats.totalDocsExamined;
}

describe('the indexes on stays', () => {
  // With `orderBy`, the database chooses whether to sort the few matches or to read all stays in
  // the order of the list.
  it.each([
    ['status=pending', 'booking.id'],
    ['status=canceled', 'booking.id'],
    ['to=2029-01-01', undefined],
    ['from=2031-01-01', undefined],
  ])('make a list filtered by %s read only the bookings that it returns', async (query, orderBy) => {
    const account = await booking.anAccount();
    const [filter] = await queriesOf(account, () => account.api.get(`/v2/bookings?${query}`));
    await store(account, (id, index) => ({
      booking: { id, type: 'booking', property_id: 1, ...(index < 4 ? asked[query] : usual) },
    }));
    expect(await readBy(filter!, orderBy)).toBe(4);
  });

  it('make a list with the filters property_ids and from read only the bookings that it returns', async () => {
    const account = await booking.anAccount();
    const [filter] = await queriesOf(account, () => account.api.get('/v2/bookings?property_ids=1,2&from=2031-01-01'));
    await store(account, (id, index) => {
      const dates = index % 2 === 0 || index < 4 ? asked['from=2031-01-01'] : usual;
      const property_id = index < 4 ? 1 + (index % 2) : index % 2 === 0 ? 3 : 1;
      return { booking: { id, type: 'booking', property_id, ...dates } };
    });
    expect(await readBy(filter!, 'booking.id')).toBe(4);
  });

  it('make a new booking read only the open quotes of its property', async () => {
    const account = await aQuote(booking);
    const { api, property_id } = account;
    const filters = await queriesOf(account, () => api.post('/v2/bookings', { property_id, ...quotedStay }));
    const isOfOpenQuotes = (part: Filter) => part['quote.state'] === 'open';
    const filter = filters.find(({ $and }) => ($and as Filter[] | undefined)?.some(isOfOpenQuotes));
    const quote = { property_id, is_deleted: false, arrival: quotedStay.arrival, departure: quotedStay.departure };
    await store(account, (id, index) => ({ quote: { ...quote, id, state: index < 4 ? 'open' : 'accepted' } }));
    expect(await readBy(filter!, 'quote.id')).toBe(4);
  });
});
