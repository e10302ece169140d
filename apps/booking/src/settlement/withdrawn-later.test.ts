import { type AccountScope, accountId } from '@keyhaven/persistence/account-scope';
import { updateBooking } from '../bookings/update-booking';
import { type BookingUnderTest, startBookingUnderTest } from '../testing/booking-under-test';
import { holdRead, type SlowProcess, startSlowProcess } from '../testing/slow-process';

const july = { arrival: '2030-07-01', departure: '2030-07-04' };
const nothing = { include_fields: false, include_door_codes: false } as never;

let booking: BookingUnderTest;
let first: SlowProcess;
let second: SlowProcess;
beforeEach(async () => {
  booking = await startBookingUnderTest();
  [first, second] = [await startSlowProcess(booking), await startSlowProcess(booking)];
});
afterEach(async () => {
  await first.stop();
  await second.stop();
  await booking.stop();
});

describe('a successful move of a booking', () => {
  it('returns no error if a later move is undone before the response is sent', async () => {
    const account = await booking.anAccount();
    const { operator, api } = account;
    const scope: AccountScope = { accountId: accountId(account.userId) };
    const [home, near, house, room] = [
      await operator.property(),
      await operator.property(),
      await operator.property(),
      await operator.property(),
    ];
    const { id } = (await api.post('/v2/bookings', { property_id: home, ...july })).body as { id: number };
    const move = ({ store }: SlowProcess, property_id: number) =>
      updateBooking(store, scope, id, { property_id }, nothing).then(
        ({ record }) => record.property_id,
        (error: { code: string }) => error.code,
      );

    // Stop the first move at its second read of the links. The booking has been written then, but the request has not
    // been answered.
    const { isHeld, release } = holdRead(first.store, (ids) => ids.join() === String(near));
    const moved = move(first, near);
    await isHeld;
    // The second move runs the job of the first move. While the second move is being written, its
    // new property is linked to a room, and the room is booked. So the second move is undone.
    const later = holdRead(second.store, (ids) => ids.join() === [near, house].join());
    const refused = move(second, house);
    await later.isHeld;
    await operator.link(house, room);
    expect((await api.post('/v2/bookings', { property_id: room, ...july })).status).toBe(200);
    later.release();
    expect(await refused).toBe('nights_taken');
    release();

    const answered = await moved;
    expect((await api.get(`/v2/bookings/${id}`)).body.property_id).toBe(near);
    expect(answered).toBe(near);
  });
});
