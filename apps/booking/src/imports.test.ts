import type { ImportReport } from '@keyhaven/contracts/shared/import-contract';
import { addDays } from '@keyhaven/stays/calendar-date';
import { countStoreCommands } from '@keyhaven/testing/count-store-commands';
import { type BookingUnderTest, startBookingUnderTest } from './testing/booking-under-test';

let booking: BookingUnderTest;
beforeAll(async () => {
  booking = await startBookingUnderTest();
});
afterAll(() => booking.stop());

const guest = (number: number, more: object = {}) => ({
  import_key: `guest-${number}`,
  first_name: `Ada ${number}`,
  last_name: 'Lovelace',
  email_addresses: [{ type: 'personal', address: `ada${number}@example.com` }],
  ...more,
});
const idsOf = ({ items }: ImportReport) => items.map(({ id }) => id);
const resultsOf = ({ items }: ImportReport) => items.map(({ result }) => result);

describe('POST operator/accounts/{user_id}/imports', () => {
  it('creates the same record and event for each line as POST /v2/guests', async () => {
    const { api, operator, userId } = await booking.anAccount();
    const { import_key: _key, ...single } = guest(1);
    const alone = (await api.post('/v2/guests', single)).body;
    const { status, body } = await operator.import('guests', [guest(1)]);
    expect([status, body]).toEqual([
      200,
      {
        created: 1,
        same: 0,
        refused: 0,
        items: [{ line: 1, import_key: 'guest-1', result: 'created', id: expect.any(Number), error: null }],
      },
    ]);
    const imported = (await api.get(`/v2/guests/${body.items[0].id}`)).body;
    const withoutIds = (record: any) => ({
      ...record,
      id: null,
      created_utc: null,
      updated_utc: null,
      email_addresses: record.email_addresses.map((address: object) => ({ ...address, id: null })),
    });
    expect(withoutIds(imported)).toEqual(withoutIds(alone));
    const [first, second] = await booking.eventsOf(userId, 'guest', 2);
    expect(second!.entity).toEqual({ ...imported, fields: [] });
    const { event_id: _a, occurred_utc: _b, entity_id: _c, entity: _d, ...event } = second!;
    expect(first).toMatchObject(event);
  });

  it('creates each of 1200 records once, and reports on each line in order', async () => {
    const { operator, userId } = await booking.anAccount();
    const lines = Array.from({ length: 1200 }, (_, number) => guest(number));
    const { body } = await operator.import('guests', lines);
    expect([body.created, body.refused]).toEqual([1200, 0]);
    expect(body.items.map(({ import_key }: { import_key: string }) => import_key)).toEqual(
      lines.map(({ import_key }) => import_key),
    );
    expect(new Set(idsOf(body)).size).toBe(1200);
    const events = await booking.eventsOf(userId, 'guest', 1200);
    expect(new Set(events.map(({ entity_id }) => entity_id))).toEqual(new Set(idsOf(body)));
  }, 120_000);

  it('creates no duplicates when an import is repeated with more lines', async () => {
    const { api, operator } = await booking.anAccount();
    const lines = Array.from({ length: 20 }, (_, number) => guest(number));
    const first = (await operator.import('guests', lines.slice(0, 12))).body;
    const second = (await operator.import('guests', lines)).body;
    expect([second.created, second.same, second.refused]).toEqual([8, 12, 0]);
    expect(idsOf(second).slice(0, 12)).toEqual(idsOf(first));
    expect((await api.get('/v2/guests?limit=100')).body.items).toHaveLength(20);
  });

  it('creates only one record for two identical lines with the same import_key', async () => {
    const { operator } = await booking.anAccount();
    const { body } = await operator.import('guests', [guest(1), guest(1), guest(1, { first_name: 'Grace' })]);
    expect(resultsOf(body)).toEqual(['created', 'same', 'refused']);
    expect(idsOf(body)[0]).toBe(idsOf(body)[1]);
    expect(body.items[2].error.status).toBe('idempotency_key_reused');
  });

  it('refuses a compressed body', async () => {
    const { operator } = await booking.anAccount();
    const answer = await operator.import('guests', [guest(1)], { 'content-encoding': 'gzip' });
    expect([answer.status, answer.body.messages]).toEqual([
      415,
      ['Content-Encoding: gzip is not supported here; send the lines uncompressed'],
    ]);
  });

  it('refuses an import_key that was used for a different record', async () => {
    const { operator } = await booking.anAccount();
    await operator.import('guests', [guest(1)]);
    const { body } = await operator.import('guests', [guest(1, { first_name: 'Grace' })]);
    expect(body.items[0]).toMatchObject({ result: 'refused', error: { status: 'idempotency_key_reused' } });
  });

  it('reports the errors of each invalid line with field and value, and imports the valid lines', async () => {
    const { operator } = await booking.anAccount();
    const { body } = await operator.import('guests', [
      '{"first_name":',
      '[1]',
      '',
      { first_name: 'Ada' },
      guest(1, { email_addresses: [{ type: 'personal', address: 7 }] }),
      guest(2),
    ]);
    expect(body.items.map(({ line, error }: any) => [line, error?.messages])).toEqual([
      [1, ['the line is not valid JSON']],
      [2, ['the line is not a JSON object']],
      [4, [expect.stringContaining('import_key: is required')]],
      [5, [expect.stringMatching(/^email_addresses\.0\.address: 7 is not accepted/)]],
      [6, undefined],
    ]);
    expect(resultsOf(body)).toEqual(['refused', 'refused', 'refused', 'refused', 'created']);
  });

  it('accepts the import_key of a refused line again when the line is corrected', async () => {
    const { operator } = await booking.anAccount();
    expect(resultsOf((await operator.import('guests', [guest(1, { first_name: 5 })])).body)).toEqual(['refused']);
    expect(resultsOf((await operator.import('guests', [guest(1)])).body)).toEqual(['created']);
  });

  it('refuses a line that is too long, and imports the lines after it', async () => {
    const { operator } = await booking.anAccount();
    const { body } = await operator.import('guests', [guest(1, { notes: 'x'.repeat(1_100_000) }), guest(2)]);
    expect(body.items[0].error.messages[0]).toMatch(/^the line is \d+ bytes long; at most 1048576 are accepted/);
    expect(resultsOf(body)).toEqual(['refused', 'created']);
  });

  it('refuses a body that is not newline-delimited JSON, and a request with an account token', async () => {
    const { operator, userId } = await booking.anAccount();
    const answer = await operator.post('/imports/guests', [guest(1)]);
    expect([answer.status, answer.body.messages[0]]).toEqual([400, expect.stringContaining('application/x-ndjson')]);
    const asAccount = await booking.asAccount(userId).post(`/operator/accounts/${userId}/imports/guests`, {});
    expect(asAccount.status).toBe(401);
  });
});

describe('an import of bookings', () => {
  const stay = (number: number, property_id: number, arrival: string, departure: string) => ({
    import_key: `stay-${number}`,
    property_id,
    arrival,
    departure,
    adults: 2,
  });

  it('refuses lines whose nights are taken, even by another line, and names the nights', async () => {
    const { api, operator } = await booking.anAccount();
    const property = await operator.property();
    await operator.booking({ property_id: property, arrival: '2026-07-01', departure: '2026-07-04' });
    const { body } = await operator.import('bookings', [
      stay(1, property, '2026-07-03', '2026-07-05'),
      stay(2, property, '2026-08-01', '2026-08-08'),
      stay(3, property, '2026-08-07', '2026-08-09'),
      stay(4, property, '2026-09-01', '2026-09-02'),
    ]);
    expect(body.items[0].error).toMatchObject({
      status: 'nights_taken',
      messages: [`nights at property ${property} are taken: 2026-07-03`],
    });
    // The two lines with the same night are written concurrently, so either of them may be refused.
    expect(resultsOf(body).slice(1, 3).sort()).toEqual(['created', 'refused']);
    expect(body.items[3].result).toBe('created');
    expect((await api.get('/v2/bookings')).body.count).toBe(3);
  });

  it('refuses a night that is taken at a linked property', async () => {
    const { operator } = await booking.anAccount();
    const [house, room] = [await operator.property(), await operator.property()];
    await operator.link(house, room);
    await operator.booking({ property_id: house, arrival: '2030-07-01', departure: '2030-07-04' });
    const { body } = await operator.import('bookings', [
      stay(1, room, '2030-07-02', '2030-07-03'),
      stay(2, room, '2030-07-04', '2030-07-05'),
    ]);
    expect(resultsOf(body)).toEqual(['refused', 'created']);
  });

  it("refuses another account's property and guest with the same message as unknown ids", async () => {
    const other = await booking.anAccount();
    const theirs = await other.operator.property();
    const their = (await other.operator.import('guests', [guest(1)])).body.items[0].id;
    const { operator } = await booking.anAccount();
    const own = await operator.property();
    const { body } = await operator.import('bookings', [
      stay(1, theirs, '2026-07-01', '2026-07-02'),
      { ...stay(2, own, '2026-07-01', '2026-07-02'), guest_id: their },
      stay(3, own, '2026-07-01', '2026-07-02'),
    ]);
    expect(body.items.map(({ error }: any) => error?.messages)).toEqual([
      [`property_id: the property id ${theirs} was not found or is not available`],
      [`guest_id: the guest id ${their} was not found or is not available`],
      undefined,
    ]);
  });

  it('shares the queries for taken nights and open quotes among the lines of channel bookings', async () => {
    const { api, operator } = await booking.anAccount();
    const properties = await Promise.all(Array.from({ length: 3 }, () => operator.property()));
    const quote = (property_id: number, arrival: string, departure: string) =>
      api.post('/v2/quotes', { property_id, arrival, departure, adults: 2 });
    const [wanted, free] = [
      (await quote(properties[1]!, '2030-03-05', '2030-03-08')).body.id as number,
      (await quote(properties[2]!, '2030-12-05', '2030-12-08')).body.id as number,
    ];
    const lines = properties.flatMap((property, index) =>
      Array.from({ length: 20 }, (_, number) => {
        const arrival = addDays('2030-01-01', number * 5);
        const channel = { name: 'Airbnb', platform_reservation_number: `HM${index}-${number}` };
        return { ...stay(index * 20 + number, property, arrival, addDays(arrival, 4)), channel };
      }),
    );
    const reads: Record<string, number> = { holders: 0, quotes: 0 };
    const counter = countStoreCommands(({ find, filter }) => {
      const conditions = (filter as { $and?: object[] } | undefined)?.$and?.flatMap((each) => Object.keys(each)) ?? [];
      if (find === 'stays' && conditions.includes('night_keys')) reads.holders!++;
      if (find === 'stays' && conditions.includes('quote.state')) reads.quotes!++;
      return false;
    });
    const { body } = await operator.import('bookings', lines);
    counter.end();
    expect(resultsOf(body)).toEqual(lines.map(() => 'created'));
    const status = async (id: number) => (await api.get(`/v2/quotes/${id}`)).body.status as string;
    expect([await status(wanted), await status(free)]).toEqual(['preempted', 'open']);
    // Without sharing, each of the 60 lines would need its own query. Ending the preempted quote needs another query
    // for the nights of the quote.
    expect(reads.holders).toBeLessThan(10);
    expect(reads.quotes).toBeLessThan(20);
  });

  it('stores a channel booking even if its nights are taken', async () => {
    const { api, operator } = await booking.anAccount();
    const property = await operator.property();
    await operator.booking({ property_id: property, arrival: '2026-07-01', departure: '2026-07-04' });
    const channel = { name: 'Airbnb', platform_reservation_number: 'HM1' };
    const { body } = await operator.import('bookings', [{ ...stay(1, property, '2026-07-02', '2026-07-05'), channel }]);
    const read = await api.get(`/v2/bookings/${body.items[0].id}`);
    expect(read.body).toMatchObject({ has_problem: true, platform_reservation_number: 'HM1' });
  });

  it('creates bookings that refer to imported properties and guests', async () => {
    const { api, operator } = await booking.anAccount();
    const properties = (await operator.import('properties', [{ import_key: 'p', name: 'Casa', currency_code: 'EUR' }]))
      .body;
    const guests = (await operator.import('guests', [guest(1)])).body;
    const line = { ...stay(1, properties.items[0].id, '2026-07-01', '2026-07-04'), guest_id: guests.items[0].id };
    const { body } = await operator.import('bookings', [line]);
    expect((await api.get(`/v2/bookings/${body.items[0].id}?include_guest=true`)).body).toMatchObject({
      property: { name: 'Casa' },
      guest: { first_name: 'Ada 1' },
    });
  });
});
