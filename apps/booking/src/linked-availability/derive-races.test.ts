import { type AccountScope, accountId } from '@keyhaven/persistence/account-scope';
import { updateBooking } from '../bookings/update-booking';
import { createLink } from '../links/create-link';
import { type BookingUnderTest, startBookingUnderTest, type TestAccount } from '../testing/booking-under-test';
import { type SlowProcess, startSlowProcess } from '../testing/slow-process';

const july = { arrival: '2030-07-01', departure: '2030-07-04' };
const nothing = { include_fields: false, include_door_codes: false } as never;

let booking: BookingUnderTest;
let slow: SlowProcess;
beforeEach(async () => {
  booking = await startBookingUnderTest();
  slow = await startSlowProcess(booking);
});
afterEach(async () => {
  await slow.stop();
  await booking.stop();
});

const scopeOf = ({ userId }: TestAccount): AccountScope => ({ accountId: accountId(userId) });

/**
 * Starts a write in the slow process, and runs `meanwhile` just before that write stores a
 * linked_availability record.
 */
async function whileDeriving(write: () => Promise<unknown>, meanwhile: () => Promise<unknown>): Promise<void> {
  const { ids } = slow.store;
  const next = ids.next.bind(ids);
  let hold = () => {};
  const isHeld = new Promise<void>((resolve) => (hold = resolve));
  let release = () => {};
  const gate = new Promise<void>((resolve) => (release = resolve));
  ids.next = async (name) => {
    if (name === 'booking') {
      ids.next = next;
      hold();
      await gate;
    }
    return next(name);
  };
  const written = write();
  await isHeld;
  await meanwhile();
  release();
  await written;
}

async function derivedAndActive({ api }: TestAccount): Promise<unknown[]> {
  const { body } = await api.get('/v2/bookings?status=active&limit=100');
  return (body.items as { type: string; property_id: number }[])
    .filter(({ type }) => type === 'linked_availability')
    .map(({ property_id }) => property_id);
}

describe('a linked_availability record that is created while its source booking is canceled', () => {
  it('is canceled too if the record comes from a new link', async () => {
    const account = await booking.anAccount();
    const [house, room] = [await account.operator.property(), await account.operator.property()];
    const { id } = (await account.api.post('/v2/bookings', { property_id: house, ...july })).body as { id: number };
    await whileDeriving(
      () => createLink(slow.store, scopeOf(account), { property_ids: [house, room] }),
      async () => {
        expect((await account.api.patch(`/v2/bookings/${id}`, { status: 'canceled' })).status).toBe(200);
      },
    );
    expect(await derivedAndActive(account)).toEqual([]);
  });

  it('is canceled too if the record comes from moving the source booking to a linked property', async () => {
    const account = await booking.anAccount();
    const { operator, api } = account;
    const [house, room, elsewhere] = [await operator.property(), await operator.property(), await operator.property()];
    await operator.link(house, room);
    const { id } = (await api.post('/v2/bookings', { property_id: elsewhere, ...july })).body as { id: number };
    await whileDeriving(
      () => updateBooking(slow.store, scopeOf(account), id, { property_id: house }, nothing),
      async () => {
        expect((await api.patch(`/v2/bookings/${id}`, { status: 'canceled' })).status).toBe(200);
      },
    );
    expect(await derivedAndActive(account)).toEqual([]);
  });
});
