import { services } from '@keyhaven/contracts/platform/services';
import { resyncContract } from '@keyhaven/contracts/shared/resync-contract';
import { type ChangeEvent, RESYNC_END, resyncTopic } from '@keyhaven/events/change-event';
import { CheckedClient } from '@keyhaven/testing/checked-client';
import { until } from '@keyhaven/testing/until';
import { startBookingCluster } from './testing/booking-cluster';
import { type BookingUnderTest, startBookingUnderTest } from './testing/booking-under-test';

let service: BookingUnderTest;
let operator: CheckedClient;
const republished: ChangeEvent[] = [];
beforeAll(async () => {
  service = await startBookingUnderTest();
  operator = new CheckedClient(service.running.url, [resyncContract], async () => ({
    authorization: `Bearer ${await service.keys.sign({ audience: 'booking', scope: 'service' })}`,
  }));
  await service.bus.consume({
    group: 'resync',
    topic: resyncTopic(services.booking.topic),
    handle: (event) => Promise.resolve(void republished.push(event)),
  });
});
afterAll(() => service.stop());
beforeEach(() => void republished.splice(0));

const ended = () => until(async () => (await operator.get('/operator/resync')).body.state !== 'running');
const sorted = (events: ChangeEvent[]) => events.sort((a, b) => a.entity_id - b.entity_id);

describe('operator/resync', () => {
  it('returns a 404 that suggests POST operator/resync if no resync has been started yet', async () => {
    const { status, body } = await operator.get('/operator/resync');
    expect([status, body.messages[0]]).toEqual([404, expect.stringContaining('POST operator/resync')]);
  });

  it('republishes the latest event of each record of an account, only on the resync topic', async () => {
    const { userId, api, operator: asOperator } = await service.anAccount();
    const other = await service.anAccount();
    await other.operator.property();
    const property_id = await asOperator.property({ owner_id: await asOperator.owner() });
    const listing_site_id = await asOperator.listingSite();
    const guest = await api.post('/v2/guests', { first_name: 'Ida' });
    const stay = { property_id, guest_id: guest.body.id, listing_site_id, adults: 2 };
    for (const [arrival, departure] of [
      ['2027-07-01', '2027-07-03'],
      ['2027-07-03', '2027-07-05'],
    ]) {
      const { body } = await api.post('/v2/bookings', { ...stay, arrival, departure });
      await api.patch(`/v2/bookings/${body.id}`, { title: 'changed' });
    }
    const live = await service.eventsOf(userId, 'booking', 4);
    const liveCount = service.events.length;

    const begun = await operator.post('/operator/resync', { user_id: String(userId) });
    expect(begun).toMatchObject({ status: 200, body: { state: 'running', user_id: userId, generation: 0 } });
    await ended();
    const { body } = await operator.get('/operator/resync');
    expect(body).toMatchObject({
      state: 'done',
      epoch: begun.body.epoch,
      entity_types: ['booking', 'guest', 'listing_site', 'owner', 'property', 'quote'],
      published: { booking: 2, guest: 1, listing_site: 1, owner: 1, property: 1 },
      failure: null,
    });
    const bookings = sorted(
      republished.filter(({ entity_type, entity_id }) => entity_type === 'booking' && entity_id > 0),
    );
    const latest = sorted(live.filter(({ version }) => version === 2));
    expect(bookings.map(({ entity, private: kept, version }) => ({ entity, kept, version }))).toEqual(
      latest.map(({ entity, private: kept, version }) => ({ entity, kept, version })),
    );
    expect(
      new Set(republished.map(({ user_id, is_resync, resync_epoch }) => `${user_id} ${is_resync} ${resync_epoch}`)),
    ).toEqual(new Set([`${userId} true ${begun.body.epoch}`]));
    const marks = republished.slice(-6);
    expect(marks.map(({ action, entity_type }) => [action, entity_type])).toEqual(
      ['booking', 'guest', 'listing_site', 'owner', 'property', 'quote'].map((type) => [RESYNC_END, type]),
    );
    expect(service.events).toHaveLength(liveCount);
  });

  it('republishes only the requested entity types', async () => {
    const { userId, operator: asOperator } = await service.anAccount();
    await asOperator.property();
    await asOperator.listingSite();
    const { body } = await operator.post('/operator/resync', { user_id: userId, entity_types: ['ListingSite'] });
    expect(body.entity_types).toEqual(['listing_site']);
    await ended();
    expect(republished.map(({ entity_type, action }) => [entity_type, action])).toEqual([
      ['listing_site', 'entity_update'],
      ['listing_site', RESYNC_END],
    ]);
  });

  it('refuses a different resync while a resync is running; a repeated request starts no second resync', async () => {
    await service.connection.collection<{ _id: string }>('resyncs').updateOne(
      { _id: 'latest' },
      // Pretend that another process runs a resync.
      {
        $set: {
          state: 'running',
          owner: 'other',
          lease_until_utc: new Date(Date.now() + 1e6),
          entity_types: ['guest'],
        },
      },
    );
    const userId = (await operator.get('/operator/resync')).body.user_id;
    expect(await operator.post('/operator/resync', { user_id: userId, entity_types: ['guest'] })).toMatchObject({
      status: 200,
    });
    expect(await operator.post('/operator/resync')).toMatchObject({
      status: 409,
      body: { messages: [`a resync of guest (account ${userId}) is running; wait for its end`] },
    });
    await service.connection
      .collection<{ _id: string }>('resyncs')
      .updateOne({ _id: 'latest' }, { $set: { lease_until_utc: new Date(0) } });
    await ended();
    const options = { headers: { 'idempotency-key': 'once' } };
    const first = await operator.post('/operator/resync', { user_id: 1 }, options);
    await ended();
    const repeated = await operator.post('/operator/resync', { user_id: 1 }, options);
    expect(repeated.body).toEqual(first.body);
    expect((await operator.post('/operator/resync', { user_id: 2 }, options)).status).toBe(422);
  });

  it.each([
    [
      { entity_types: ['quark'] },
      'entity_types.0: "quark" is not published by this service; expected one of booking, guest,',
    ],
    [{ entity_types: [] }, 'expected at least one entity type'],
    [{ user_id: -1 }, 'user_id'],
  ])('refuses %j', async (body, message) => {
    const answer = await operator.post('/operator/resync', body);
    expect([answer.status, answer.body.messages[0]]).toEqual([400, expect.stringContaining(message)]);
  });

  it("returns a 401 without an operator's token", async () => {
    expect((await service.asAccount(1).post('/operator/resync', {})).status).toBe(401);
    expect((await service.asNobody().get('/operator/resync')).status).toBe(401);
  });

  it('fails, reports the cause and does not publish the end of the resync when a record cannot be published', async () => {
    const { userId, api, operator: asOperator } = await service.anAccount();
    const property_id = await asOperator.property();
    await api.post('/v2/bookings', { property_id, arrival: '2027-07-01', departure: '2027-07-03', adults: 1 });
    await service.connection.collection<{ _id: number }>('properties').deleteOne({ _id: property_id });
    await operator.post('/operator/resync', { user_id: userId });
    await ended();
    const { body } = await operator.get('/operator/resync');
    expect(body).toMatchObject({ state: 'failed', failure: expect.stringContaining(`property ${property_id}`) });
    expect(republished.filter(({ action }) => action === RESYNC_END)).toEqual([]);
  });
});

describe('a resync whose process is killed with SIGKILL', () => {
  it('is completed by another process', async () => {
    const cluster = await startBookingCluster(2, { settings: { RESYNC_PER_SECOND: '20' } });
    try {
      const userId = await cluster.anAccount();
      const ids = await Promise.all(
        Array.from({ length: 100 }, async (_, index) => {
          const { body } = await cluster.api(index % 2, userId).post('/v2/guests', { first_name: `Guest ${index}` });
          return body.id as number;
        }),
      );
      const { body } = await cluster.operator(0).post('/operator/resync', { entity_types: ['guest'] });
      const read = async () => (await cluster.operator(1).get('/operator/resync')).body;
      await until(async () => (await read()).published.guest > 0);
      await cluster.crash(0);
      expect((await read()).state).toBe('running');
      await until(async () => (await read()).state === 'done', 60_000);
      expect(await read()).toMatchObject({ epoch: body.epoch, published: { guest: 100 } });
      const published = cluster.published.filter(({ is_resync }) => is_resync);
      const records = published.filter(({ action }) => action !== RESYNC_END);
      expect(new Set(records.map(({ entity_id }) => entity_id))).toEqual(new Set(ids));
      expect(new Set(published.map(({ resync_epoch }) => resync_epoch))).toEqual(new Set([body.epoch]));
      expect(published.some(({ action }) => action === RESYNC_END)).toBe(true);
    } finally {
      await cluster.stop();
    }
  }, 120_000);
});
