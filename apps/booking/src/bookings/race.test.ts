import { type BookingCluster, startBookingCluster } from '../testing/booking-cluster';
import { type BookingUnderTest, startBookingUnderTest } from '../testing/booking-under-test';

/** Dates of a stay that includes the night of 2026-07-15, so that any two of these stays overlap. */
function overlappingStay(index: number): { arrival: string; departure: string } {
  const day = (offset: number) => new Date(Date.UTC(2026, 6, 15 + offset)).toISOString().slice(0, 10);
  return { arrival: day(-(index % 7)), departure: day(1 + (index % 5)) };
}

interface Reply {
  status: number;
  body: { messages: string[] };
}

function expectOneWinner(replies: Reply[]): void {
  expect(replies.filter(({ status }) => status === 200)).toHaveLength(1);
  const refused = replies.filter(({ status }) => status !== 200);
  expect(new Set(refused.map(({ status }) => status))).toEqual(new Set([409]));
  for (const { body } of refused) expect(body.messages[0]).toMatch(/^nights at property \d+ are taken: 2026-07-\d\d/);
}

describe('simultaneous requests for overlapping stays at one property', () => {
  let booking: BookingUnderTest;
  let cluster: BookingCluster;
  beforeAll(async () => {
    booking = await startBookingUnderTest();
    cluster = await startBookingCluster(3);
  });
  afterAll(async () => {
    await booking.stop();
    await cluster.stop();
  });

  it('lead to only one booking in a single process; all others get a 409 that names the taken nights', async () => {
    const { api, operator } = await booking.anAccount();
    const property_id = await operator.property();
    const replies = await Promise.all(
      Array.from({ length: 200 }, (_, index) =>
        api.post('/v2/bookings', { property_id, ...overlappingStay(index), adults: 1 }),
      ),
    );
    expectOneWinner(replies);
    expect((await api.get('/v2/bookings')).body.count).toBe(1);
  });

  it('lead to only one booking across three processes on one database', async () => {
    const userId = await cluster.anAccount();
    const property = await cluster.operator(0).post(`/operator/accounts/${userId}/properties`, { name: 'Casa' });
    const property_id = property.body.id as number;
    const replies = await Promise.all(
      Array.from({ length: 200 }, (_, index) =>
        cluster.api(index % 3, userId).post('/v2/bookings', { property_id, ...overlappingStay(index), adults: 1 }),
      ),
    );
    expectOneWinner(replies);
    expect((await cluster.api(0, userId).get('/v2/bookings')).body.count).toBe(1);
  });

  it('never book a night twice when the stays are spread over a month', async () => {
    const { api, operator } = await booking.anAccount();
    const property_id = await operator.property();
    const stays = Array.from({ length: 150 }, (_, index) => {
      const first = (index * 7) % 28;
      const day = (offset: number) => new Date(Date.UTC(2026, 8, 1 + offset)).toISOString().slice(0, 10);
      return { arrival: day(first), departure: day(first + 1 + (index % 3)) };
    });
    const replies = await Promise.all(stays.map((stay) => api.post('/v2/bookings', { property_id, ...stay })));
    expect(replies.every(({ status }) => status === 200 || status === 409)).toBe(true);
    const sold = stays.filter((_, index) => replies[index]!.status === 200);
    for (const [index, a] of sold.entries()) {
      for (const b of sold.slice(index + 1)) expect(a.arrival < b.departure && b.arrival < a.departure).toBe(false);
    }
  });

  it('book nights twice if the unique index on nights is dropped (the index is necessary)', async () => {
    const { api, operator } = await booking.anAccount();
    const property_id = await operator.property();
    const stays = booking.connection.collection('stays');
    const indexes = await stays.indexes();
    const { name } = indexes.find(({ key }) => 'night_keys' in key)!;
    await stays.dropIndex(name!);
    const replies = await Promise.all(
      Array.from({ length: 20 }, (_, index) => api.post('/v2/bookings', { property_id, ...overlappingStay(index) })),
    );
    expect(replies.filter(({ status }) => status === 200).length).toBeGreaterThan(1);
  });
});
