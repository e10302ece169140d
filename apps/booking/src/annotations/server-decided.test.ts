import { anEntityOfEach } from '../testing/annotated-entities';
import { type BookingUnderTest, startBookingUnderTest } from '../testing/booking-under-test';

let booking: BookingUnderTest;
beforeAll(async () => void (booking = await startBookingUnderTest()));
afterAll(() => booking.stop());

const WRONG = 999_999_999;

/** An account with a guest that has a tag and a custom field. */
async function anAccountWithAnnotations() {
  const account = await booking.anAccount();
  const { api } = account;
  const ofGuest = { entity_type: 'guest', entity_id: (await anEntityOfEach(account)).guest };
  const definition = (await api.post('/v2/fielddefinitions', { name: 'Door', code: 'door' })).body;
  const field = (await api.post('/v2/fields', { ...ofGuest, code: 'door', value: 'blue' })).body;
  const tag = (await api.post('/v2/tags', { ...ofGuest, name: 'VIP' })).body;
  return { api, ofGuest, definition, field, tag };
}

describe('a tag, custom field or definition that is sent with server-set fields', () => {
  it('is refused if a sent value differs from the stored value; the error names the field', async () => {
    const { api, ofGuest, definition, field, tag } = await anAccountWithAnnotations();
    const byCode = `/v2/fields/guest/${ofGuest.entity_id}/door`;
    const requests = {
      id: [
        api.post('/v2/tagdefinitions', { name: 'New', id: WRONG }),
        api.patch(`/v2/tagdefinitions/${tag.tag_definition_id}`, { name: 'Gold', id: WRONG }),
        api.post('/v2/fielddefinitions', { name: 'New', id: WRONG }),
        api.patch(`/v2/fielddefinitions/${definition.id}`, { name: 'Gate', id: WRONG }),
        api.post('/v2/tags', { ...ofGuest, name: 'Late', id: WRONG }),
        api.post('/v2/fields', { ...ofGuest, code: 'gate', value: 'x', id: WRONG }),
        api.patch(`/v2/fields/${field.id}`, { value: 'x', id: WRONG }),
        api.post(byCode, { value: 'x', id: WRONG }),
        api.patch(byCode, { value: 'x', id: WRONG }),
      ],
      full_code: [api.patch(`/v2/fielddefinitions/${definition.id}`, { name: 'Gate', full_code: 'fields.gate' })],
      entity_id: [api.patch(`/v2/fields/${field.id}`, { value: 'x', entity_id: WRONG })],
    };
    for (const [name, sent] of Object.entries(requests)) {
      for (const { status, body } of await Promise.all(sent)) {
        expect([status, body.messages]).toEqual([
          400,
          [expect.stringMatching(new RegExp(`^${name}: .* is not accepted`))],
        ]);
      }
    }
    expect((await api.get(`/v2/fields/${field.id}`)).body).toEqual(field);
  });

  it('is accepted if the sent values equal the stored values', async () => {
    const { api, definition, field, tag } = await anAccountWithAnnotations();
    const changed = await api.patch(`/v2/fields/${field.id}`, { ...field, value: 'green' });
    expect(changed.body).toEqual({ ...field, value: 'green' });
    expect((await api.post('/v2/tags', tag)).body).toEqual(tag);
    expect((await api.patch(`/v2/fielddefinitions/${definition.id}`, definition)).status).toBe(200);
  });
});
