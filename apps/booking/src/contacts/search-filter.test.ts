import { type BookingUnderTest, startBookingUnderTest } from '../testing/booking-under-test';
import { searchFilter } from './search-filter';

let booking: BookingUnderTest;
beforeAll(async () => void (booking = await startBookingUnderTest()));
afterAll(() => booking.stop());

describe('a search for contacts', () => {
  it.each([
    ['words', 'ada love'],
    ['digits and punctuation, which may be a telephone number or a name', '24/7'],
    ['a name with two spellings', 'ada groß'],
  ])('reads only the matching contacts from the database: %s', async (_name, q) => {
    const { userId: user_id } = await booking.anAccount();
    const termsOf = (index: number) => (index === 0 ? ['24/7', 'ada', 'lovelace', 'gross'] : [`other${index}`]);
    const guests = Array.from({ length: 100 }, (_, index) => ({
      _id: user_id * 2000 + index,
      user_id,
      is_deleted: false,
      search_terms: termsOf(index),
    }));
    const collection = booking.connection.collection<{ _id: number }>('guests');
    await collection.insertMany(guests);
    const found = collection.find({ user_id, is_deleted: false, ...searchFilter(q) } as object);
    const plan = (await found.explain('executionStats')) as { executionStats: { totalDocsExamined: number } };
    expect(plan.executionStats.totalDocsExamined).toBe(1);
  });
});
