import { beforeNextJob } from '@keyhaven/testing/before-next-job';
import { TenantRepository } from '@keyhaven/persistence/tenant-repository/tenant-repository';
import type { Answer } from '@keyhaven/testing/checked-client';
import { until } from '@keyhaven/testing/until';
import argon2 from 'argon2';
import type { TokenDocument } from '../store/token.model';
import {
  anEmailAddress,
  createAToken,
  type IdentityUnderTest,
  startIdentityUnderTest,
} from '../testing/identity-under-test';
import {
  aClientAddress,
  aLink,
  aPerson,
  isSignedIn,
  PASSWORD,
  redeem,
  type SignedInPerson,
  signIn,
  tokenIn,
} from '../testing/sign-in';

let service: IdentityUnderTest;
beforeAll(async () => void (service = await startIdentityUnderTest()));
afterAll(() => service.stop());

type Actor = SignedInPerson['actor'];
type Tokens = TenantRepository<TokenDocument>;
const call = (path: string, body: object): Promise<Answer> => service.asOperator().post(`/internal/${path}`, body);
const list = async (actor: Actor) => (await call('people/list', actor)).body.items as { id: number; role: string }[];
const rolesOf = async (actor: Actor) => (await list(actor)).map(({ role }) => role).sort();
const remove = (actor: Actor, id: number) => call(`people/${id}/remove`, actor);
const changeRole = (actor: Actor, id: number, role: string) => call(`people/${id}/change_role`, { ...actor, role });
const invite = (actor: Actor, more: object = {}) =>
  call('people/invite', { ...actor, email_address: anEmailAddress(), first_name: 'Max', last_name: 'Ng', ...more });

const lastOwner = [
  409,
  ['the account needs an owner with a password, and this is the last one; make another person owner first'],
];
const refusal = ({ status, body }: Answer) => [status, body.messages];

describe('the people of an account', () => {
  it('are listed for owners and members, including invited people', async () => {
    const owner = await aPerson(service);
    const member = await aPerson(service, { userId: owner.userId, role: 'member' });
    const { body } = await invite(owner.actor);
    const shown = [
      { id: owner.id, role: 'owner', has_password: true },
      { id: member.id, role: 'member', has_password: true },
      { id: body.person.id, role: 'member', has_password: false, first_name: 'Max' },
    ];
    for (const { actor } of [owner, member]) expect(await list(actor)).toMatchObject(shown);
  });

  it('are not shown to a person of another account', async () => {
    const [owner, stranger] = [await aPerson(service), await aPerson(service)];
    const actor = { user_id: owner.userId, person_id: stranger.id };
    expect((await call('people/list', actor)).status).toBe(404);
    expect((await remove(stranger.actor, owner.id)).status).toBe(404);
    expect((await changeRole(stranger.actor, owner.id, 'member')).status).toBe(404);
    expect((await call(`people/${owner.id}/create_link`, stranger.actor)).status).toBe(404);
  });

  it('are invited, changed and removed by owners only', async () => {
    const { userId, id } = await aPerson(service);
    const { actor } = await aPerson(service, { userId, role: 'member' });
    const answers = [
      await invite(actor),
      await changeRole(actor, id, 'member'),
      await remove(actor, id),
      await call(`people/${id}/create_link`, actor),
    ];
    for (const { status, body } of answers) expect([status, body.status]).toEqual([403, 'forbidden']);
  });
});

describe('an invitation', () => {
  it('returns a link with which the person sets a password and signs in', async () => {
    const { actor, userId } = await aPerson(service);
    const { body } = await invite(actor, { role: 'owner' });
    const { body: session } = await redeem(service, tokenIn(body.link.url as string));
    expect(session).toMatchObject({ active: true, person: { ...pick(body.person) }, account: { id: userId } });
    expect(session.person.role).toBe('owner');
  });

  it('is refused if another person already has the e-mail address', async () => {
    const [{ actor }, other] = [await aPerson(service), await aPerson(service)];
    const { status, body } = await invite(actor, { email_address: other.email_address.toUpperCase() });
    expect([status, body.messages[0]]).toEqual([409, expect.stringContaining(other.email_address)]);
  });

  it('can be created again by an owner; the earlier link becomes invalid', async () => {
    const { actor } = await aPerson(service);
    const { body: first } = await invite(actor);
    const { body: again } = await call(`people/${first.person.id}/create_link`, actor);
    expect((await redeem(service, tokenIn(first.link.url as string))).status).toBe(404);
    expect((await redeem(service, tokenIn(again.link.url as string))).body.active).toBe(true);
  });
});

const pick = ({ id, email_address }: { id: number; email_address: string }) => ({ id, email_address });

describe('the last owner of an account', () => {
  it('cannot become a member or be removed while there is no second owner', async () => {
    const owner = await aPerson(service);
    await aPerson(service, { userId: owner.userId, role: 'member' });
    expect(refusal(await changeRole(owner.actor, owner.id, 'member'))).toEqual(lastOwner);
    expect(refusal(await remove(owner.actor, owner.id))).toEqual(lastOwner);
    expect(await isSignedIn(service, owner.token)).toBe(true);
    const second = await aPerson(service, { userId: owner.userId });
    expect((await remove(second.actor, owner.id)).status).toBe(200);
    expect(refusal(await changeRole(second.actor, second.id, 'member'))).toEqual(lastOwner);
    expect(await rolesOf(second.actor)).toEqual(['member', 'owner']);
  });

  it('cannot become a member or be removed while the only other owner has not accepted the invitation', async () => {
    const owner = await aPerson(service);
    const { body } = await invite(owner.actor, { role: 'owner' });
    expect(refusal(await remove(owner.actor, owner.id))).toEqual(lastOwner);
    expect(refusal(await changeRole(owner.actor, owner.id, 'member'))).toEqual(lastOwner);
    await redeem(service, tokenIn(body.link.url as string));
    expect((await changeRole(owner.actor, owner.id, 'member')).status).toBe(200);
  });

  it('cannot become a member (409), even if another process undoes the change before the response', async () => {
    const { actor, id } = await aPerson(service);
    const replica = await service.startReplica();
    try {
      const rename = { ...actor, first_name: 'Eva', last_name: 'Lund' };
      const renamed: Answer[] = [];
      beforeNextJob('keep_an_owner', async () => {
        renamed.push(await replica.asOperator().post('/internal/me/change_name', rename));
      });
      expect(refusal(await changeRole(actor, id, 'member'))).toEqual(lastOwner);
      expect(renamed.map(({ status }) => status)).toEqual([200]);
    } finally {
      await replica.stop();
    }
    expect(await rolesOf(actor)).toEqual(['owner']);
  });

  it.each(['demoted', 'removed'])('remains even if concurrent requests ask for all owners to be %s', async (how) => {
    const first = await aPerson(service);
    const owners = [first, await aPerson(service, first), await aPerson(service, first)];
    const { actor } = await aPerson(service, { userId: first.userId, role: 'member' });
    const replica = await service.startReplica();
    try {
      const by = [service, replica, service];
      await Promise.all(
        owners.map((owner, at) => {
          const [path, body] = how === 'removed' ? ['remove', {}] : ['change_role', { role: 'member' }];
          return by[at]!.asOperator().post(`/internal/people/${owner.id}/${path}`, { ...owner.actor, ...body });
        }),
      );
    } finally {
      await replica.stop();
    }
    expect(await rolesOf(actor)).toContain('owner');
  });
});

describe('a person who was removed', () => {
  it('loses all sessions, links, tokens and the password; the webhooks stop, and the e-mail address becomes free', async () => {
    const { actor, userId } = await aPerson(service);
    const person = await aPerson(service, { userId, role: 'member' });
    const link = await aLink(service, userId, person.id);
    const token = await createAToken(service, userId, person.id, { kind: 'access' });
    expect((await remove(actor, person.id)).status).toBe(200);
    expect(await isSignedIn(service, person.token)).toBe(false);
    expect((await signIn(service, person.email_address)).body.active).toBe(false);
    expect((await redeem(service, link)).status).toBe(404);
    expect((await call('introspect', { token: token.token })).body.active).toBe(false);
    const path = `/operator/accounts/${userId}/users/${person.id}/tokens`;
    expect((await service.asOperator().post(path, { kind: 'access' })).status).toBe(404);
    const isOfToken = ({ app_key }: { app_key: string }) => app_key === String(token.id);
    await until(() => service.webhook.revocations.some(isOfToken));
    expect((await remove(actor, person.id)).status).toBe(404);
    expect((await invite(actor, { email_address: person.email_address })).status).toBe(200);
  });

  it('loses all tokens immediately, even if the webhook service is unavailable (503)', async () => {
    const { actor, userId } = await aPerson(service);
    const person = await aPerson(service, { userId, role: 'member' });
    const tokens = [1, 2, 3].map(() => createAToken(service, userId, person.id, { kind: 'access' }));
    const secrets = (await Promise.all(tokens)).map(({ token }) => token);
    service.webhook.isAway = true;
    try {
      expect((await remove(actor, person.id)).status).toBe(503);
      const introspected = await Promise.all(secrets.map((token) => call('introspect', { token })));
      expect(introspected.map(({ body }) => body.active)).toEqual([false, false, false]);
    } finally {
      service.webhook.isAway = false;
    }
  });

  it('also loses a token whose creation began before the removal and ended after it', async () => {
    const { actor, userId } = await aPerson(service);
    const person = await aPerson(service, { userId, role: 'member' });
    const create = Reflect.get<Tokens, 'create'>(TenantRepository.prototype, 'create');
    jest.spyOn(TenantRepository.prototype as Tokens, 'create').mockImplementationOnce(function (
      this: Tokens,
      scope,
      build,
    ) {
      return create.call(this, scope, async () => {
        const built = await build();
        expect((await remove(actor, person.id)).status).toBe(200);
        return built;
      });
    });
    const path = `/operator/accounts/${userId}/users/${person.id}/tokens`;
    const sendCreation = () =>
      service.asOperator().post(path, { kind: 'access' }, { headers: { 'idempotency-key': 'token-of-removed' } });
    const { status, body } = await sendCreation();
    expect([status, (await call('introspect', { token: body.token })).body.active]).toEqual([200, false]);
    expect((await sendCreation()).body).toEqual(body);
  });

  it('is published as deleted, with the record as it was before the removal', async () => {
    const { actor, userId } = await aPerson(service);
    const person = await aPerson(service, { userId, role: 'member' });
    await remove(actor, person.id);
    const events = (await service.eventsOf(userId, 'user', 3)).filter(({ entity_id }) => entity_id === person.id);
    expect(events.map(({ action }) => action)).toEqual(['entity_create', 'entity_delete']);
    expect(events[1]!.entity).toMatchObject({ email_address: person.email_address, role: 'member' });
  });
});

describe('a person', () => {
  it('changes their own name', async () => {
    const { actor, token } = await aPerson(service, { role: 'member' });
    const { body } = await call('me/change_name', { ...actor, first_name: 'Eva', last_name: 'Lund' });
    expect(body).toMatchObject({ first_name: 'Eva', last_name: 'Lund' });
    const { body: session } = await call('sessions/look_up', { token });
    expect(session.person).toMatchObject({ first_name: 'Eva', last_name: 'Lund' });
  });

  const changePassword = ({ actor, token }: Pick<SignedInPerson, 'actor' | 'token'>, passwords: object = {}) =>
    call('me/change_password', {
      ...actor,
      token,
      current_password: PASSWORD,
      new_password: 'a different password',
      address: aClientAddress(),
      ...passwords,
    });

  it('ends all other sessions and invalidates all links when they change their own password', async () => {
    const person = await aPerson(service);
    const link = await aLink(service, person.userId, person.id);
    const { body: other } = await signIn(service, person.email_address);
    expect((await changePassword(person)).status).toBe(200);
    expect(await isSignedIn(service, person.token)).toBe(true);
    expect(await isSignedIn(service, other.token as string)).toBe(false);
    expect((await redeem(service, link)).status).toBe(404);
    expect((await signIn(service, person.email_address)).body.active).toBe(false);
    expect((await signIn(service, person.email_address, 'a different password')).body.active).toBe(true);
  });

  it('can change the password only with the current password, and only to a password of the right length', async () => {
    const person = await aPerson(service);
    expect(refusal(await changePassword(person, { current_password: 'wrong' }))).toEqual([
      400,
      ['current_password: is not the current password'],
    ]);
    expect(refusal(await changePassword(person, { new_password: 'short' }))).toEqual([
      400,
      ['new_password: has 5 characters; expected 12 to 200'],
    ]);
    expect((await signIn(service, person.email_address)).body.active).toBe(true);
  });

  it("cannot end the session of another person by sending that person's token with a password change", async () => {
    const [person, stranger] = [await aPerson(service), await aPerson(service)];
    await changePassword({ actor: person.actor, token: stranger.token });
    expect(await isSignedIn(service, stranger.token)).toBe(true);
    expect(await isSignedIn(service, person.token)).toBe(false);
  });

  it('cannot change the password (409) if all sessions are ended before the request to change it is answered', async () => {
    const person = await aPerson(service);
    const hash = argon2.hash.bind(argon2);
    const signingOut = jest
      .spyOn(argon2, 'hash')
      .mockImplementationOnce(async (...hashed: Parameters<typeof argon2.hash>) => {
        await call('sessions/end_all', person.actor);
        return hash(...hashed);
      });
    expect((await changePassword(person)).status).toBe(409);
    signingOut.mockRestore();
    expect(await isSignedIn(service, person.token)).toBe(false);
    expect((await signIn(service, person.email_address)).body.active).toBe(true);
  });

  it('changes the password only once if two requests are concurrent', async () => {
    const person = await aPerson(service);
    const passwords = ['the first password', 'the second password'];
    const answers = await Promise.all(passwords.map((new_password) => changePassword(person, { new_password })));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  });
});
