import { describeRows, emptyList, type Ids, instant, listWith, me } from '../../testing/client-rows';
import type { PlatformForClients } from '../../testing/platform-for-clients';
import { houseByTheSea, photo } from './add-second-records';

const id = expect.any(Number);
const house = ({ secondProperty, secondOwner }: Ids) => ({
  ...houseByTheSea,
  id: secondProperty,
  key: expect.stringMatching(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/),
  active: true,
  is_snoozed: false,
  address: { id, is_default: true, ...houseByTheSea.address },
  owner_id: secondOwner,
  thumbnail_url: photo,
  thumbnail_url_medium: photo,
  thumbnail_url_large: photo,
});

const address = { type: null, street1: '2 Lane', street2: null, city: 'Bern', state: null, province: null };
/** The fields that guests and owners share. */
const contact = {
  first_name: 'Bruno',
  last_name: 'Keller',
  notes: 'Prefers e-mail',
  addresses: [{ ...address, id, is_default: true, postal_code: '3000', country: 'CH' }],
  email_addresses: [{ id, address: 'bruno@example.com', is_default: true, type: 'work' }],
  phones: [{ id, number: '+1 202 555 0199', extension: '12', is_default: true, type: 'office' }],
};
const bruno = ({ secondGuest }: Ids) => ({ id: secondGuest, ...contact });
const keller = ({ secondOwner }: Ids) => ({ id: secondOwner, name: 'Keller Ltd', ...contact });

/** Tests programs that read properties, guests, owners and the current user. */
export function describeRecords(platform: () => PlatformForClients): void {
  describeRows(platform, 'programs that read every field of a property', [
    ['/v2/properties?active=True&include_tags=True&include_fields=True&limit=100', (ids) => listWith(house(ids))],
    [({ secondProperty }) => `/v2/properties/${secondProperty}/?include_fields=true`, (ids) => house(ids)],
    ['/v2/properties?active=false', () => emptyList],
  ]);

  describeRows(platform, 'programs that look up a guest or an owner', [
    [({ secondGuest }) => `/v2/guests/${secondGuest}/`, bruno],
    ...['keller', 'bruno+k', 'BRUNO%40example.com', '%2B1%20202'].map((q): [string, (ids: Ids) => object] => [
      `/v2/guests?q=${q}`,
      (ids) => ({ items: [bruno(ids)] }),
    ]),
    ['/v2/guests?created_since_utc=2190-01-01T00:00:00.000Z', () => emptyList],
    [({ secondOwner }) => `/v2/owners/${secondOwner}?include_tags=True`, (ids) => ({ ...keller(ids), tags: [] })],
    ['/v2/owners/?include_fields=True', (ids) => listWith({ ...keller(ids), fields: [] })],
  ]);

  describeRows(platform, 'programs that search properties by tags, size and ids', [
    ['/v2/propertysearch?include_tag_ids%5B0%5D=987654&page=1', () => emptyList],
    [
      ({ tag }) => `/v2/propertysearch?include_tag_ids%5B0%5D=${tag}`,
      ({ property }) => ({ items: [{ id: property }] }),
    ],
    [
      ({ tag }) => `/v2/propertysearch?exclude_tag_ids%5B0%5D=${tag}&exclude_tag_ids%5B1%5D=987654`,
      ({ secondProperty }) => ({ items: [{ id: secondProperty }] }),
    ],
    ['/v2/propertysearch?guests_min=7&bedrooms_max=3', (ids) => ({ items: [{ id: ids.secondProperty }] })],
    [
      ({ property, secondProperty }) => `/v2/propertysearch?property_ids=${property},${secondProperty}&guests_max=4`,
      ({ property }) => ({ items: [{ id: property }] }),
    ],
  ]);

  const nowhere = { messages: [expect.stringContaining('inquiry')], status: 'not_found' };
  describeRows(platform, 'programs that ask for tags and fields of inquiries', [
    ['/v2/tags?entity_type=inquiry&entity_id=5', () => nowhere, {}, 404],
    ['/v2/fields?entity_type=Inquiry&entity_id=5', () => nowhere, {}, 404],
  ]);

  const removed = { status: 'gone', messages: [expect.any(String)] };
  describeRows(platform, 'programs that read the current user', [
    ['/v2/users/me/', () => me],
    ['/v2/users/me', () => removed, { method: 'PATCH', body: { first_name: 'Ada' } }, 410],
  ]);

  describe('a program that polls quotes', () => {
    it('gets charges, guest and tags only with their include_ parameters, but always gets times and a name', async () => {
      const { call, ids } = platform();
      const read = async (query: string) =>
        (await call(`/v2/quotes?property_ids=${ids.secondProperty}&since_utc=2024-01-01${query}`)).body.items[0];
      const times = { created_utc: instant, updated_utc: instant };
      const bare = await read('');
      expect(bare).toMatchObject({ id: ids.secondQuote, name: expect.stringContaining('House by the Sea'), ...times });
      expect(['charges', 'guest', 'tags'].filter((part) => part in bare)).toEqual([]);
      const whole = await read('&include_charges=True&include_guest=true&include_tags=True');
      const guest = { id: ids.secondGuest, first_name: 'Bruno', last_name: 'Keller' };
      expect(whole).toMatchObject({ guest, tags: [], charges: expect.arrayContaining([expect.any(Object)]) });
    });
  });
}
