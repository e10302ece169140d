import { isDeepStrictEqual } from 'node:util';
import type { LoggedRequest, RequestChunk } from '@keyhaven/contracts/identity/request-log';
import type { AuthorizationRevocation } from '@keyhaven/contracts/webhook/internal-contract';
import { success } from '@keyhaven/testing/crash/requests';
import { unlessSettled } from '@keyhaven/testing/crash/unless-settled';
import type { World, WritePath } from '@keyhaven/testing/crash/write-path';
import { anEmailAddress } from '../identity-under-test';
import { aChunkOf, aLoggedRequest } from '../logged-requests';
import { aClientAddress, PASSWORD, tokenIn } from '../sign-in';

const harbourStays = { company_name: 'Harbour Stays', time_zone: 'Asia/Tokyo', currency_code: 'JPY' };
/**
 * Returns headers with an Idempotency-Key that no other run of a crash test uses. The key of a request that creates an
 * account must be unique on the whole platform.
 */
const withKey = ({ userId }: World) => ({ headers: { 'idempotency-key': `key-${userId}` } });

/** Creates an account, and returns its URL path. */
async function anAccount({ operator }: World): Promise<string> {
  return `/operator/accounts/${(await success(operator.post('/operator/accounts', harbourStays))).id}`;
}

/** Returns the URL path of the users of a new account, and the body with which a user can be created there. */
async function aUserToMake(world: World): Promise<{ path: string; user: object }> {
  return { path: `${await anAccount(world)}/users`, user: { email_address: anEmailAddress(), first_name: 'Ida' } };
}

/** Creates a user in a new account, and returns the user's URL path. */
async function aUser(world: World): Promise<string> {
  const { path, user } = await aUserToMake(world);
  return `${path}/${(await success(world.operator.post(path, user))).id}`;
}

/** Creates a person with a password in a new account, and signs the person in. */
async function aPerson(world: World) {
  const path = await aUser(world);
  const [, account, person] = /accounts\/(\d+)\/users\/(\d+)/.exec(path)!;
  const actor = { user_id: Number(account), person_id: Number(person) };
  const link = tokenIn((await success(world.operator.post(`${path}/links`, {}))).url as string);
  const session = await success(redeem(world, link));
  return { path, actor, email_address: session.person.email_address as string, token: session.token as string };
}

/** Creates another person in the account. */
async function another({ operator }: World, { path }: { path: string }, role: string): Promise<number> {
  const user = { email_address: anEmailAddress(), role };
  return (await success(operator.post(path.replace(/\/\d+$/, ''), user))).id as number;
}

const redeem = ({ operator }: World, token: string, password = PASSWORD) =>
  operator.post('/internal/links/redeem', { token, password, address: aClientAddress() });
const signIn = ({ operator }: World, email_address: string, password = PASSWORD) =>
  operator.post('/internal/sessions', { email_address, password, address: aClientAddress() });
const isSignedIn = async ({ operator }: World, token: string) =>
  (await operator.post('/internal/sessions/look_up', { token })).body.active as boolean;
const peopleOf = async ({ operator }: World, actor: object) =>
  (await success(operator.post('/internal/people/list', actor))).items as { id: number; role: string }[];
const onlyIf = (isRight: boolean, fault: string) => (isRight ? [] : [fault]);

const introspect = ({ operator }: World, token: string) => operator.post('/internal/introspect', { token });

/**
 * The writes to accounts, people and tokens.
 * @param revocations a function that returns the revocations that the webhook service received.
 */
export const identityPaths = (revocations: () => readonly AuthorizationRevocation[]): WritePath[] => [
  {
    name: 'making an account with an Idempotency-Key',
    record: 'account',
    act: (world) => world.operator.post('/operator/accounts', harbourStays, withKey(world)),
    repeated: 'the same',
  },
  {
    name: 'making an account without a key',
    record: 'account',
    act: ({ operator }) => operator.post('/operator/accounts', harbourStays),
    repeated: 'another',
  },
  {
    name: 'changing an account',
    record: 'account',
    given: anAccount,
    act: ({ operator }, path) => operator.patch(path, { currency_code: 'EUR' }),
    repeated: 'the same',
  },
  {
    name: 'making a user with an Idempotency-Key',
    record: 'user',
    given: aUserToMake,
    act: (world, { path, user }) => world.operator.post(path, user, withKey(world)),
    repeated: 'the same',
  },
  {
    name: 'making a user without a key',
    record: 'user',
    given: aUserToMake,
    act: ({ operator }, { path, user }) => operator.post(path, user),
    repeated: 'refused',
  },
  {
    name: 'storing a batch of the request log',
    given: ({ userId }) => Promise.resolve([1, 2, 3].map(() => aChunkOf(userId, [aLoggedRequest(), aLoggedRequest()]))),
    act: ({ operator }, chunks) => operator.post('/internal/request_log', { chunks }),
    faults: async ({ api }, chunks: RequestChunk[]) => {
      const { items } = await success(api.get('/v2/requestlog'));
      const stored = (items as LoggedRequest[]).map((one) => JSON.stringify(one)).sort();
      const expected = chunks.flatMap(({ requests }) => requests).sort();
      return isDeepStrictEqual(stored, expected) ? [] : [`the log has ${stored.join()}, not ${expected.join()}`];
    },
    repeated: 'another',
  },
  {
    name: 'making a token',
    given: aUser,
    act: ({ operator }, path) => operator.post(`${path}/tokens`, { kind: 'access' }),
    read: async (world, _, { body }) => {
      const read = await introspect(world, body.token);
      return { ...read, status: read.body.active ? 200 : 404, body: {} };
    },
    repeated: 'another',
  },
  {
    name: 'making a token with an Idempotency-Key',
    given: aUser,
    act: (world, path) => world.operator.post(`${path}/tokens`, { kind: 'access' }, withKey(world)),
    read: async (world, _, { body }) => {
      const read = await introspect(world, body.token);
      return { ...read, status: read.body.active ? 200 : 404, body: {} };
    },
    repeated: 'the same',
  },
  {
    name: 'revoking a token',
    given: async (world) => {
      const path = await aUser(world);
      const { id, token } = await success(world.operator.post(`${path}/tokens`, { kind: 'access' }));
      return { path: path.replace(/users.*/, `tokens/${id}`), id, token };
    },
    act: ({ operator }, { path }) => operator.delete(path),
    read: async (world, { token }) => {
      const read = await introspect(world, token);
      return { ...read, status: read.body.active ? 409 : 200, body: {} };
    },
    faults: async (_world, { id }) => {
      const notified = () => revocations().filter(({ app_key }) => app_key === String(id));
      const unnotified = await unlessSettled(
        () => notified().length > 0,
        () => `webhook was not notified that token ${id} was revoked`,
      );
      if (unnotified.length > 0) return unnotified;
      const notices = new Set(notified().map(({ revocation_id }) => revocation_id));
      return notices.size === 1 ? [] : [`webhook was notified of ${notices.size} revocations of token ${id}`];
    },
    repeated: 'the same',
  },
  {
    name: 'making a link',
    given: aUser,
    act: ({ operator }, path) => operator.post(`${path}/links`, {}),
    repeated: 'another',
    faults: async (world, _, { body }) =>
      onlyIf((await redeem(world, tokenIn(body.url as string))).status === 200, 'the last link cannot be used'),
  },
  {
    name: 'using a link',
    given: async (world) => {
      const person = await aPerson(world);
      const { url } = await success(world.operator.post(`${person.path}/links`, {}));
      return { ...person, link: tokenIn(url as string) };
    },
    act: (world, { link }) => redeem(world, link, 'another password'),
    repeated: 'gone',
    faults: async (world, { email_address, token }) => [
      ...onlyIf((await signIn(world, email_address, 'another password')).body.active, 'the new password is refused'),
      ...onlyIf(!(await isSignedIn(world, token)), 'an old session is still in force'),
    ],
  },
  {
    name: 'signing in',
    given: aPerson,
    act: (world, { email_address }) => signIn(world, email_address),
    read: async (world, _, { body }) => {
      const { active, ...rest } = (await world.operator.post('/internal/sessions/look_up', { token: body.token })).body;
      return { status: active ? 200 : 404, body: { active, ...rest }, headers: new Headers() };
    },
    repeated: 'another',
  },
  {
    name: 'changing a password',
    given: aPerson,
    act: ({ operator }, { actor, token }) =>
      operator.post('/internal/me/change_password', {
        ...actor,
        token,
        current_password: PASSWORD,
        new_password: PASSWORD,
        address: aClientAddress(),
      }),
    repeated: 'another',
    faults: async (world, { email_address }) =>
      onlyIf((await signIn(world, email_address)).body.active, 'the password is refused'),
  },
  {
    name: 'inviting a person',
    given: async (world) => ({ ...(await aPerson(world)), invited: anEmailAddress() }),
    act: ({ operator }, { actor, invited }) =>
      operator.post('/internal/people/invite', { ...actor, email_address: invited }),
    repeated: 'refused',
  },
  {
    name: 'making an owner a member',
    given: async (world) => {
      const person = await aPerson(world);
      return { ...person, other: await another(world, person, 'owner') };
    },
    act: ({ operator }, { actor, other }) =>
      operator.post(`/internal/people/${other}/change_role`, { ...actor, role: 'member' }),
    repeated: 'the same',
    faults: async (world, { actor }) => {
      const owners = (await peopleOf(world, actor)).filter(({ role }) => role === 'owner');
      return onlyIf(owners.length === 1, `the account has ${owners.length} owners`);
    },
  },
  {
    name: 'removing an owner',
    given: async (world) => {
      const person = await aPerson(world);
      const other = await another(world, person, 'owner');
      const path = person.path.replace(/\d+$/, `${other}/tokens`);
      const { token } = await success(world.operator.post(path, { kind: 'access' }));
      return { ...person, other, accessToken: token as string };
    },
    act: ({ operator }, { actor, other }) => operator.post(`/internal/people/${other}/remove`, actor),
    repeated: 'gone',
    faults: async (world, { actor, accessToken }) => [
      ...onlyIf((await peopleOf(world, actor)).length === 1, 'the person is still listed'),
      ...(await unlessSettled(
        async () => !(await introspect(world, accessToken)).body.active,
        () => 'a token of a removed person is still in force',
      )),
    ],
  },
];
