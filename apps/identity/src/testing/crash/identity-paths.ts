import type { AuthorizationRevocation } from '@keyhaven/contracts/webhook/internal-contract';
import { success } from '@keyhaven/testing/crash/requests';
import { unlessSettled } from '@keyhaven/testing/crash/unless-settled';
import type { World, WritePath } from '@keyhaven/testing/crash/write-path';
import { anEmailAddress } from '../identity-under-test';

const harbourStays = { company_name: 'Harbour Stays', time_zone: 'Asia/Tokyo', currency_code: 'JPY' };
/** A key for this kill only: the key of an account is unique on the whole platform. */
const withKey = ({ userId }: World) => ({ headers: { 'idempotency-key': `key-${userId}` } });

/** The path of a new account. */
async function anAccount({ operator }: World): Promise<string> {
  return `/operator/accounts/${(await success(operator.post('/operator/accounts', harbourStays))).id}`;
}

/** The path of a new account's users, and a user to create there. */
async function aUserToMake(world: World): Promise<{ path: string; user: object }> {
  return { path: `${await anAccount(world)}/users`, user: { email_address: anEmailAddress(), first_name: 'Ida' } };
}

/** The path of a new account's new user. */
async function aUser(world: World): Promise<string> {
  const { path, user } = await aUserToMake(world);
  return `${path}/${(await success(world.operator.post(path, user))).id}`;
}

const introspect = ({ operator }: World, token: string) => operator.post('/internal/introspect', { token });

/**
 * The writes of accounts, users and tokens.
 * @param revocations the revocations that the webhook service received.
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
];
