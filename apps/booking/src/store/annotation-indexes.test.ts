import mongoose from 'mongoose';
import { anEntityOfEach, annotatedEntities } from '../testing/annotated-entities';
import { type BookingUnderTest, startBookingUnderTest } from '../testing/booking-under-test';

let booking: BookingUnderTest;
beforeAll(async () => void (booking = await startBookingUnderTest()));
afterAll(() => booking.stop());

type Filter = Record<string, any>;

/** Runs a request, and returns those of its queries that search for the id of a tag, a field or a definition. */
async function queriesOf(
  request: () => Promise<{ status: number }>,
): Promise<{ collection: string; filter: Filter }[]> {
  const queries: { collection: string; filter: Filter }[] = [];
  const isOfAnnotation = (filter: Filter) =>
    [filter, ...((filter.$and ?? []) as Filter[])].flatMap(Object.keys).some((path) => /(tags|fields)\./.test(path));
  mongoose.set('debug', (collection: string, method: string, filter: Filter) => {
    if (method.startsWith('find') && isOfAnnotation(filter)) queries.push({ collection, filter });
  });
  try {
    expect((await request()).status).toBeLessThan(300);
    return queries;
  } finally {
    mongoose.set('debug', false);
  }
}

async function documentsReadBy({ collection, filter }: { collection: string; filter: Filter }): Promise<number> {
  const plan = (await booking.connection.collection(collection).find(filter).explain('executionStats')) as {
    executionStats: { totalDocsExamined: number };
  };
  return plan.executionStats.totalDocsExamined;
}

describe('the indexes on tags and fields', () => {
  it.each(annotatedEntities)('find a tag and a field of a %s without reading other records', async (type) => {
    const account = await booking.anAccount();
    const { api } = account;
    const ids = await anEntityOfEach(account);
    for (let other = 0; other < 5; other++) await api.post('/v2/guests', { first_name: 'Eva', tags: ['VIP'] });
    const ofRecord = { entity_type: type, entity_id: ids[type] };
    const tag = (await api.post('/v2/tags', { ...ofRecord, name: 'VIP' })).body.id as number;
    const field = (await api.post('/v2/fields', { ...ofRecord, code: 'gate', value: '1' })).body.id as number;
    for (const path of [`/v2/tags/${tag}`, `/v2/fields/${field}`]) {
      const queries = await queriesOf(() => api.get(path));
      expect(queries).toHaveLength(1);
      expect(await documentsReadBy(queries[0]!)).toBe(1);
    }
  });

  it('make the rename of a tag read only the records with this tag', async () => {
    const { api } = await booking.anAccount();
    for (let other = 0; other < 30; other++) await api.post('/v2/guests', { first_name: 'Eva' });
    await api.post('/v2/guests', { first_name: 'Ida', tags: ['VIP'] });
    const { id } = (await api.get('/v2/tagdefinitions')).body.items[0];
    const queries = await queriesOf(() => api.patch(`/v2/tagdefinitions/${id}`, { name: 'Regular' }));
    const read = await Promise.all(queries.map(documentsReadBy));
    expect(read.reduce((sum, documents) => sum + documents, 0)).toBe(1);
  });
});
