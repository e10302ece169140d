import type { Answer } from '@keyhaven/testing/checked-client';
import { type BookingUnderTest, startBookingUnderTest, type TestAccount } from '../testing/booking-under-test';

let booking: BookingUnderTest;
beforeAll(async () => {
  booking = await startBookingUnderTest();
});
afterAll(() => booking.stop());

const stay = { arrival: '2030-07-01', departure: '2030-07-04', adults: 2 };
const etagOf = ({ headers }: Answer) => headers.get('etag')!;

/**
 * Headers of a client that has cached this response. `cache-control` and `pragma` are set because fetch would otherwise
 * add `no-cache`.
 */
const having = (answer: Answer) => ({
  headers: { 'if-none-match': etagOf(answer), 'cache-control': 'max-age=0', pragma: 'none' },
});

/** A booking and a quote for the same guest at the same property. */
async function withRecords(): Promise<{
  account: TestAccount;
  property_id: number;
  guest_id: number;
  paths: string[];
}> {
  const account = await booking.anAccount();
  const property_id = await account.operator.property({ time_zone: 'Europe/Rome' });
  const guest_id = (await account.api.post('/v2/guests', { first_name: 'Ada' })).body.id as number;
  const booked = await account.api.post('/v2/bookings', { property_id, guest_id, ...stay });
  const later = { arrival: '2030-08-01', departure: '2030-08-04' };
  const quoted = await account.api.post('/v2/quotes', { property_id, guest_id, ...stay, ...later });
  return { account, property_id, guest_id, paths: [`/v2/bookings/${booked.body.id}`, `/v2/quotes/${quoted.body.id}`] };
}

describe('the ETag of a record that includes fields of other records', () => {
  it('leads to a 304 when it is sent in If-None-Match and nothing has changed', async () => {
    const { account, paths } = await withRecords();
    for (const path of paths) {
      const again = await account.api.get(path, having(await account.api.get(path)));
      expect([path, again.status, again.body]).toEqual([path, 304, undefined]);
    }
  });

  it('changes when the guest is renamed; the response contains the new name', async () => {
    const { account, guest_id, paths } = await withRecords();
    for (const [index, path] of paths.entries()) {
      const before = await account.api.get(path);
      await account.api.patch(`/v2/guests/${guest_id}`, { first_name: `Grace ${index}` });
      const again = await account.api.get(path, having(before));
      expect([path, again.status, again.body?.guest.first_name]).toEqual([path, 200, `Grace ${index}`]);
    }
  });

  it('changes when the property is renamed; the response contains the new name', async () => {
    const { account, property_id, paths } = await withRecords();
    for (const [index, path] of paths.entries()) {
      const before = await account.api.get(path);
      await account.operator.patch(`/properties/${property_id}`, { name: `Casa ${index}` });
      const again = await account.api.get(path, having(before));
      expect([path, again.status, again.body?.property.name]).toEqual([path, 200, `Casa ${index}`]);
    }
  });

  it('is accepted in If-Match even after the guest was renamed; the version number alone is accepted too', async () => {
    const { account, guest_id, paths } = await withRecords();
    for (const path of paths) {
      const etag = etagOf(await account.api.get(path));
      expect(etag).toMatch(/^"1-[\w-]+"$/);
      await account.api.patch(`/v2/guests/${guest_id}`, { last_name: path });
      const first = await account.api.patch(path, { notes: 'a' }, { headers: { 'if-match': etag } });
      const stale = await account.api.patch(path, { notes: 'b' }, { headers: { 'if-match': etag } });
      const second = await account.api.patch(path, { notes: 'c' }, { headers: { 'if-match': '"2"' } });
      expect([path, first.status, stale.status, second.status]).toEqual([path, 200, 412, 200]);
    }
  });

  it('differs between responses with and without include_fields', async () => {
    const { account, property_id } = await withRecords();
    await account.operator.patch(`/properties/${property_id}`, { fields: [{ code: 'wifi', value: 'secret' }] });
    const path = `/v2/properties/${property_id}`;
    const without = await account.api.get(path);
    const asked = await account.api.get(`${path}?include_fields=true`, having(without));
    expect([asked.status, asked.body?.fields]).toEqual([200, [{ code: 'wifi', value: 'secret' }]]);
  });
});
