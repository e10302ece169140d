import { listWith, instant, describeRows, type Ids } from '../../testing/client-rows';
import { dates, type PlatformForClients } from '../../testing/platform-for-clients';

/** The parts of a booking that a list contains only on request. */
const parts = {
  include_charges: 'charges',
  include_guest: 'guest',
  include_tags: 'tags',
  include_fields: 'fields',
  include_door_codes: 'door_codes',
  include_agreements: 'agreements',
  include_cancellation_policy: 'cancellation_policy_description',
};
const dayAfter = (date: string, days: number) =>
  new Date(Date.parse(date) + days * 86_400_000).toISOString().slice(0, 10);
const nights = { arrival: dates.free, departure: dates.freeUntil };
const guests = { adults: 2, children: 1, infants: 1, pets: 0 };
const doorCodes = [{ code: '4711', lock_names: ['Front door', 'Garage'] }];

/** Tests programs that write bookings with every field that programs send, and read bookings with every parameter. */
export function describeBookings(platform: () => PlatformForClients): void {
  describe('a program that reads and writes bookings', () => {
    let id: number;
    it('creates a booking with ids and numbers as strings, and with all fields that programs send', async () => {
      const { call, make, ids } = platform();
      const words = { notes: 'Arrives late', title: 'Family Keller', check_in: '15:00', check_out: '10:30' };
      const sent = { property_id: String(ids.secondProperty), guest_id: String(ids.secondGuest), adults: '2' };
      const body = { ...nights, ...guests, ...words, ...sent, is_block: false };
      const made = await call('/v2/bookings/', { method: 'POST', body });
      const shown = { property_id: ids.secondProperty, guest_id: ids.secondGuest, type: 'booking', status: 'active' };
      expect([made.status, made.body]).toMatchObject([200, { ...nights, ...guests, ...words, ...shown }]);
      id = made.body.id;
      const annotations = { door_codes: doorCodes, tags: ['Family'], fields: [{ code: 'cot', value: 'yes' }] };
      await make('booking', `/bookings/${id}`, annotations, 'PATCH');
    });

    it('gets the guest and other parts of listed bookings only with their include_ parameters', async () => {
      const { call, ids } = platform();
      const list = `/v2/bookings?property_ids=${ids.secondProperty}&limit=100`;
      const read = async (query: string) =>
        (await call(list + query)).body.items.find((booking: { id: number }) => booking.id === id);
      const bare = await read('');
      expect(bare.guest_id).toBe(ids.secondGuest);
      expect(Object.values(parts).filter((part) => part in bare)).toEqual([]);
      for (const [flag, part] of Object.entries(parts)) {
        const names = Object.keys(await read(`&${flag}=True`));
        expect([flag, names.sort()]).toEqual([flag, [...Object.keys(bare), part].sort()]);
      }
    });

    it('gets a booking with charges and guest, but with door codes and custom fields only on request', async () => {
      const { call, ids } = platform();
      const { body: bare } = await call(`/v2/bookings/${ids.secondBooking}`);
      const guest = { id: ids.secondGuest, first_name: 'Bruno', last_name: 'Keller' };
      expect(bare).toMatchObject({ guest, owner_id: ids.secondOwner, tags: [], canceled_utc: null });
      expect(bare.charges).toContainEqual(expect.objectContaining({ type: 'rent' }));
      expect(Object.keys(bare)).not.toContain('door_codes');
      const { body: whole } = await call(`/v2/bookings/${id}?include_door_codes=True&include_fields=true`);
      const annotations = { door_codes: doorCodes, tags: ['Family'], fields: [{ code: 'cot', value: 'yes' }] };
      const times = { check_in_end: '22:00', cleaning_date: null, pending_until_utc: null };
      const others = { title: 'Family Keller', quote_id: null, platform_email_address: null };
      const totals = { total_owed: expect.any(Number), total_refunded: 0 };
      expect(whole).toMatchObject({ ...annotations, ...times, ...others, ...totals });
    });

    it.each([
      [`from=${nights.departure}`, true],
      [`from=${dayAfter(nights.departure, 1)}`, false],
      [`to=${nights.arrival}`, true],
      [`to=${dayAfter(nights.arrival, -1)}`, false],
      ['status=ACTIVE', true],
      ['status=Canceled', false],
      ['status=pending', false],
    ])('reads a list with the filter %s (the list contains the booking: %s)', async (query, isFound) => {
      const { body } = await platform().call(`/v2/bookings?${query}&limit=200`);
      expect(body.items.some((booking: { id: number }) => booking.id === id)).toBe(isFound);
    });

    it.each([
      ['an hour before', true, -3_600_000],
      ['an hour after', false, 3_600_000],
    ])(
      'reads a list with a since_utc %s the last change, with or without a UTC offset (the list has the booking: %s)',
      async (_when, isFound, milliseconds) => {
        const { call } = platform();
        const { updated_utc } = (await call(`/v2/bookings/${id}`)).body;
        const since = new Date(Date.parse(updated_utc as string) + milliseconds).toISOString();
        for (const spelled of [since.replace('T', '+').slice(0, 19), since.slice(0, 19), since]) {
          const { items } = (await call(`/v2/bookings/?since_utc=${spelled}&limit=200`)).body;
          const wasFound = items.some((booking: { id: number }) => booking.id === id);
          expect([spelled, wasFound]).toEqual([spelled, isFound]);
        }
      },
    );

    it('sets the cleaning time without a UTC offset, and can cancel but not delete the booking', async () => {
      const { call } = platform();
      const patch = async (body: object) => (await call(`/v2/bookings/${id}/`, { method: 'PATCH', body })).body;
      const cleaning = { cleaning_date: `${nights.departure}T11:30:00` };
      expect(await patch(cleaning)).toMatchObject({ cleaning_date: `${nights.departure}T11:30:00Z` });
      expect(await patch({ cleaning_date: null, title: null })).toMatchObject({ cleaning_date: null, title: null });
      expect((await call(`/v2/bookings/${id}`, { method: 'DELETE' })).status).toBe(405);
      expect(await patch({ status: 'canceled' })).toMatchObject({ status: 'canceled', canceled_utc: instant });
    });
  });

  const inShort = ({ booking, property }: Ids) => ({ id: booking, property_id: property });
  describeRows(platform, 'programs that refer to properties in several ways', [
    [({ property }) => `/v2/bookings?property_ids[]=${property}`, (ids) => listWith(inShort(ids))],
    [({ property }) => `/v2/bookings?property_ids%5B0%5D=${property}`, (ids) => listWith(inShort(ids))],
    [({ property }) => `/v2/bookings?property_ids=987654%2C${property}`, (ids) => listWith(inShort(ids))],
  ]);
}
