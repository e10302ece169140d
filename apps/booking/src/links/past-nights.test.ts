import { addDays } from '@keyhaven/stays/calendar-date';
import { localTimeAt } from '@keyhaven/stays/local-time';
import { type BookingUnderTest, startBookingUnderTest, type TestAccount } from '../testing/booking-under-test';
import { linkedRecords } from '../testing/linked-records';

let booking: BookingUnderTest;
beforeAll(async () => {
  booking = await startBookingUnderTest();
});
afterAll(() => booking.stop());

const todayIn = (zone: string) => localTimeAt(new Date(), zone).date;
/**
 * Today's date in UTC, the time zone of these properties. Tests use nights before and after this date. A past night
 * stays in the past even if midnight passes during a test.
 */
const today = todayIn('UTC');
const nights = (from: number, to: number) => ({ arrival: addDays(today, from), departure: addDays(today, to) });

async function twoProperties(zones: [string, string] = ['UTC', 'UTC']) {
  const account = await booking.anAccount();
  const [house, room] = await Promise.all(zones.map((time_zone) => account.operator.property({ time_zone })));
  return { ...account, house: house!, room: room! };
}

const book = ({ api }: TestAccount, property_id: number, stay: { arrival: string; departure: string }) =>
  api.post('/v2/bookings', { property_id, adults: 1, ...stay });
const link = ({ operator, house, room }: Awaited<ReturnType<typeof twoProperties>>) =>
  operator.post('/links', { property_ids: [house, room] });

describe('a link between properties with overlapping stays', () => {
  it('is created if at most one of two overlapping stays includes tonight or a later night', async () => {
    const account = await twoProperties();
    const { house, room } = account;
    for (const [property, stay] of [
      [house, nights(-2, 0)],
      [room, nights(-3, 0)],
      [house, nights(-9, -5)],
      [room, nights(-7, -5)],
      [house, nights(-5, -2)],
      [room, nights(0, 5)],
    ] as const) {
      expect((await book(account, property, stay)).status).toBe(200);
    }
    expect((await link(account)).status).toBe(200);
    expect((await book(account, house, nights(2, 4))).status).toBe(409);
    expect((await book(account, house, nights(5, 8))).status).toBe(200);
  });

  it('is refused if both stays include tonight; the error names only nights from today on', async () => {
    const account = await twoProperties();
    const { house, room } = account;
    const [first, second] = [await book(account, house, nights(-4, 3)), await book(account, room, nights(-2, 3))];
    const refused = await link(account);
    const named = (from: string) =>
      `booking ${first.body.id} at property ${house} and booking ${second.body.id} at property ${room} both have nights: ` +
      `${from} to ${addDays(first.body.departure as string, -1)}`;
    expect(refused.status).toBe(409);
    expect([today, todayIn('UTC')].map(named)).toContain(refused.body.messages[0]);
    expect(refused.body.messages).toHaveLength(1);
  });
});

describe('the nights that a link applies to', () => {
  it('begin today, or on the earlier date if today differs between the time zones of the two properties', async () => {
    const [ahead, behind] = ['Pacific/Kiritimati', 'Pacific/Pago_Pago'];
    const { operator, house, room } = await twoProperties([ahead, behind]);
    const before = todayIn(behind);
    const made = await operator.post('/links', { property_ids: [house, room] });
    expect([before, todayIn(behind)]).toContain(made.body.counts_from);
    expect((await operator.get('/links')).body.items).toEqual([made.body]);
  });

  it('do not include the nights of past stays', async () => {
    const account = await twoProperties();
    const { house, room, api } = account;
    const ended = await book(account, house, nights(-4, -1));
    await book(account, room, nights(-4, -1));
    await link(account);
    const shorter = await api.patch(`/v2/bookings/${ended.body.id}`, nights(-4, -2));
    expect([shorter.status, shorter.body.status, shorter.body.departure]).toEqual([
      200,
      'active',
      nights(-4, -2).departure,
    ]);
    expect(await linkedRecords(account)).toEqual([]);
    const late = await book(account, house, nights(-2, -1));
    expect([late.status, late.body.status]).toEqual([200, 'active']);
  });

  it('can be added to a past stay only if they are free at both properties', async () => {
    const account = await twoProperties();
    const { house, room, api } = account;
    const ended = await book(account, house, nights(-4, -1));
    await book(account, room, nights(-3, 0));
    const sold = await book(account, room, nights(2, 5));
    await link(account);
    const refused = await api.patch(`/v2/bookings/${ended.body.id}`, nights(-4, 4));
    const [first, last] = [nights(2, 4).arrival, nights(2, 3).departure];
    expect([refused.status, refused.body.messages]).toEqual([
      409,
      [`nights at property ${house} are taken: ${first} to ${last}`],
    ]);
    expect((await api.get(`/v2/bookings/${ended.body.id}`)).body).toMatchObject({
      ...nights(-4, -1),
      status: 'active',
    });
    await api.patch(`/v2/bookings/${sold.body.id}`, { status: 'canceled' });
    expect((await api.patch(`/v2/bookings/${ended.body.id}`, nights(-4, 4))).status).toBe(200);
    expect((await book(account, room, nights(3, 6))).status).toBe(409);
    const atRoom = async () => (await linkedRecords(account)).filter(({ property_id }) => property_id === room);
    expect(await atRoom()).toMatchObject([{ status: 'active', ...nights(-4, 4) }]);
    // After the stay has moved back into the past, the stay no longer occupies the linked property.
    await api.patch(`/v2/bookings/${ended.body.id}`, nights(-4, -1));
    expect((await book(account, room, nights(2, 6))).status).toBe(200);
    expect(await atRoom()).toMatchObject([{ status: 'canceled' }]);
  });
});
