import { until } from '@keyhaven/testing/until';
import { mongo } from 'mongoose';
import { createAToken, type IdentityUnderTest, startIdentityUnderTest } from '../testing/identity-under-test';
import { aPerson, type SignedInPerson } from '../testing/sign-in';

let service: IdentityUnderTest;
beforeAll(async () => void (service = await startIdentityUnderTest()));
afterAll(() => service.stop());

type Actor = SignedInPerson['actor'];
const call = (path: string, body: object) => service.asOperator().post(`/internal/personal_tokens${path}`, body);
const create = (actor: Actor, more: object = {}) => call('', { ...actor, name: 'My script', ...more });
const list = async (actor: Actor, more: object = {}) => (await call('/list', { ...actor, ...more })).body;
const revoke = (actor: Actor, id: number) => call(`/${id}/revoke`, actor);
const idsOf = async (actor: Actor) => (await list(actor)).items.map(({ id }: { id: number }) => id) as number[];
const introspect = async (token: string, email_address: string) =>
  (await service.asOperator().post('/internal/introspect', { token, email_address })).body;

describe('a personal access token', () => {
  it('is shown once, and belongs to the person who created it', async () => {
    const { actor, id, email_address, userId } = await aPerson(service, { role: 'member' });
    const { body } = await create(actor, { scope: 'read', expires_utc: '2099-05-01' });
    expect(body.token).toMatch(/^pt_/);
    expect(await introspect(body.token as string, email_address)).toMatchObject({
      active: true,
      user_id: userId,
      person_id: id,
      scope: 'read',
    });
    const { items, next_before_id } = await list(actor);
    expect([items, next_before_id]).toEqual([
      [
        {
          id: body.id,
          name: 'My script',
          scope: 'read',
          person: { id, email_address, first_name: 'Ida', last_name: 'Rossi' },
          created_utc: expect.any(String),
          expires_utc: '2099-05-01T00:00:00Z',
          last_used_utc: null,
        },
      ],
      null,
    ]);
  });

  it('has the scope `full` and no expiry by default; an expiry in the past is refused', async () => {
    const { actor } = await aPerson(service);
    expect((await create(actor)).body).toMatchObject({ scope: 'full', expires_utc: null });
    const { status, body } = await create(actor, { expires_utc: '2020-01-01T00:00:00Z' });
    expect([status, body.messages[0]]).toEqual([400, expect.stringContaining('expires_utc: 2020-01-01T00:00:00Z')]);
  });

  it('has the scope `read` if the person is a member; a request for the scope `full` is refused', async () => {
    const { actor, email_address } = await aPerson(service, { role: 'member' });
    const { status, body } = await create(actor, { scope: 'full' });
    expect([status, body.messages]).toEqual([400, ['scope: full is for owners of the account; a member can use read']]);
    const { body: made } = await create(actor);
    expect(made.scope).toBe('read');
    expect((await introspect(made.token as string, email_address)).scope).toBe('read');
  });

  it('becomes read-only after the person has changed from owner to member', async () => {
    const owner = await aPerson(service);
    const other = await aPerson(service, { userId: owner.userId });
    const { token } = (await create(other.actor)).body;
    expect((await introspect(token as string, other.email_address)).scope).toBe('full');
    const change = { ...owner.actor, role: 'member' };
    await service.asOperator().post(`/internal/people/${other.id}/change_role`, change);
    expect((await introspect(token as string, other.email_address)).scope).toBe('read');
  });

  it('can be seen and revoked only by the person who created it and by owners of the account', async () => {
    const owner = await aPerson(service);
    const [one, other] = [
      await aPerson(service, { userId: owner.userId, role: 'member' }),
      await aPerson(service, { userId: owner.userId, role: 'member' }),
    ];
    const stranger = await aPerson(service);
    const { id, token } = (await create(one.actor)).body;
    expect([await idsOf(one.actor), await idsOf(owner.actor)]).toEqual([[id], [id]]);
    for (const { actor } of [other, stranger]) {
      expect(await idsOf(actor)).toEqual([]);
      expect((await revoke(actor, id as number)).status).toBe(404);
    }
    expect((await revoke(owner.actor, id as number)).status).toBe(200);
    expect((await introspect(token as string, one.email_address)).active).toBe(false);
    expect([await idsOf(one.actor), await idsOf(owner.actor)]).toEqual([[], []]);
    expect(service.webhook.revocations.map(({ app_key }) => app_key)).toContain(String(id));
    expect((await revoke(one.actor, id as number)).status).toBe(200);
  });

  it('is revoked even if its webhooks cannot be stopped yet; the response is a 503', async () => {
    const { actor, email_address } = await aPerson(service);
    const { id, token } = (await create(actor)).body;
    service.webhook.isAway = true;
    expect((await revoke(actor, id as number)).status).toBe(503);
    expect((await introspect(token as string, email_address)).active).toBe(false);
    service.webhook.isAway = false;
    expect((await revoke(actor, id as number)).status).toBe(200);
  });

  it('is listed in pages, newest first, without other kinds of tokens', async () => {
    const { actor, userId, id: personId } = await aPerson(service);
    await createAToken(service, userId, personId, { kind: 'access' });
    const made: number[] = [];
    for (let at = 0; at < 5; at++) made.unshift((await create(actor)).body.id as number);
    const read: number[] = [];
    for (let before_id: number | null = null; ;) {
      const { items, next_before_id } = await list(actor, { limit: 2, before_id });
      read.push(...items.map(({ id }: { id: number }) => id));
      if (next_before_id === null) break;
      before_id = next_before_id as number;
    }
    expect(read).toEqual(made);
  });

  it('shows when it was last used, and does not store a second use within a minute', async () => {
    const { actor, email_address } = await aPerson(service);
    const { token } = (await create(actor)).body;
    await introspect(token as string, email_address);
    const used = await until(async () => (await list(actor)).items[0].last_used_utc as string | null, 30_000);
    expect(Math.abs(Date.parse(used) - Date.now())).toBeLessThan(60_000);
    // A second use within a minute is not stored.
    await introspect(token as string, email_address);
    expect((await list(actor)).items[0].last_used_utc).toBe(used);
  }, 40_000);

  it('shows when it was last used even if the database fails once while it stores the use', async () => {
    const { actor, email_address } = await aPerson(service);
    const { id, token } = (await create(actor)).body;
    const { prototype } = mongo.Collection;
    // eslint-disable-next-line @typescript-eslint/unbound-method -- it is called with `apply` below
    const { bulkWrite } = prototype;
    let failures = 0;
    const spy = jest.spyOn(prototype, 'bulkWrite').mockImplementation(async function (
      this: mongo.Collection,
      ...args: Parameters<typeof bulkWrite>
    ) {
      const isOfUses = this.collectionName === 'tokens' && JSON.stringify(args[0]).includes(`"_id":${id}`);
      if (isOfUses && failures++ === 0) throw new Error('the primary stepped down');
      return bulkWrite.apply(this, args);
    });
    try {
      await introspect(token as string, email_address);
      await until(async () => (await list(actor)).items[0].last_used_utc as string | null, 20_000);
      expect(failures).toBeGreaterThan(0);
    } finally {
      spy.mockRestore();
    }
  }, 40_000);
});
