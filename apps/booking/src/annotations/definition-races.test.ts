import { accountId } from '@keyhaven/persistence/account-scope';
import { times } from '@keyhaven/testing/sample';
import { updateContact } from '../contacts/write-contacts';
import { guests } from '../guests/guest-kind';
import { annotationsOf } from '../testing/annotated-entities';
import { type BookingUnderTest, startBookingUnderTest } from '../testing/booking-under-test';
import { type SlowProcess, startSlowProcess } from '../testing/slow-process';

let booking: BookingUnderTest;
let slow: SlowProcess;
beforeAll(async () => {
  booking = await startBookingUnderTest();
  slow = await startSlowProcess(booking);
});
afterAll(async () => {
  await slow.stop();
  await booking.stop();
});

/**
 * Writes tags and fields of a guest. Runs `meanwhile` between the read of the definitions and the
 * write.
 */
async function writeSlowly(userId: number, guestId: number, meanwhile: () => Promise<unknown>): Promise<void> {
  const { ids } = slow.store;
  const next = ids.next.bind(ids);
  // `updateContact` gets new ids between the read of the definitions and the write, so `meanwhile` runs there.
  ids.next = async (name) => {
    ids.next = next;
    await meanwhile();
    return next(name);
  };
  const patch = { tags: ['VIP'], fields: [{ code: 'gate', value: '12' }] };
  await updateContact(guests, slow.store, { accountId: accountId(userId) }, guestId, patch, {});
}

async function anAccountWithDefinitions() {
  const account = await booking.anAccount();
  const { api } = account;
  return {
    ...account,
    guestId: (await api.post('/v2/guests', { first_name: 'Ida' })).body.id as number,
    tag: `/v2/tagdefinitions/${(await api.post('/v2/tagdefinitions', { name: 'VIP' })).body.id}`,
    field: `/v2/fielddefinitions/${(await api.post('/v2/fielddefinitions', { name: 'Gate' })).body.id}`,
  };
}

describe('a write of tags and fields while other requests change their definitions', () => {
  it('stores the new name of a tag if the tag is renamed after the write has read its definition', async () => {
    const account = await anAccountWithDefinitions();
    await writeSlowly(account.userId, account.guestId, () => account.api.patch(account.tag, { name: 'Regular' }));
    expect(await annotationsOf(account, 'guest', account.guestId)).toMatchObject({ tags: ['Regular'] });
  });

  it('stores no tag or field if its definition is deleted after the write has read that definition', async () => {
    const account = await anAccountWithDefinitions();
    const { api, userId, guestId } = account;
    await writeSlowly(userId, guestId, () => Promise.all([api.delete(account.tag), api.delete(account.field)]));
    expect(await annotationsOf(account, 'guest', guestId)).toEqual({ tags: [], fields: [] });
  });

  it('uses definitions that another request creates after the write has searched for them and found none', async () => {
    const account = await booking.anAccount();
    const { api, userId } = account;
    const guestId = (await api.post('/v2/guests', { first_name: 'Ida' })).body.id as number;
    await writeSlowly(userId, guestId, () =>
      Promise.all([
        api.post('/v2/tagdefinitions', { name: 'vip' }),
        api.post('/v2/fielddefinitions', { name: 'Gate', code: 'gate' }),
      ]),
    );
    const idsOf = async (path: string, field: string) =>
      (await api.get(path)).body.items.map((item: Record<string, unknown>) => item[field]) as unknown[];
    const ofGuest = `entity_type=guest&entity_id=${guestId}`;
    expect(await annotationsOf(account, 'guest', guestId)).toMatchObject({ tags: ['vip'] });
    expect(await idsOf(`/v2/tags?${ofGuest}`, 'tag_definition_id')).toEqual(await idsOf('/v2/tagdefinitions', 'id'));
    expect(await idsOf(`/v2/fields?${ofGuest}`, 'field_definition_id')).toEqual(
      await idsOf('/v2/fielddefinitions', 'id'),
    );
  });
});

describe('concurrent renames of one tag definition', () => {
  it('leave the same final name on the definition and on the tagged records', async () => {
    const account = await anAccountWithDefinitions();
    const { api, guestId, tag } = account;
    await api.patch(`/v2/guests/${guestId}`, { tags: ['VIP'] });
    for (let round = 0; round < times(5, 2); round++) {
      await Promise.all(['A', 'B', 'C'].map((name) => api.patch(tag, { name: `${name}${round}` })));
      const { name } = (await api.get(tag)).body;
      expect(await annotationsOf(account, 'guest', guestId)).toEqual({ tags: [name], fields: [] });
    }
  });
});
