import { identityInternalContract } from '@keyhaven/contracts/identity/internal-contract';
import { identityOperatorContract } from '@keyhaven/contracts/identity/operator-contract';
import { identityPublicContract } from '@keyhaven/contracts/identity/public-contract';
import { deadLettersContract } from '@keyhaven/contracts/shared/dead-letters-contract';
import { resyncContract } from '@keyhaven/contracts/shared/resync-contract';
import { commonWriteExamples } from '@keyhaven/testing/common-write-examples';
import { describeIdempotentWrites, type KeyedWrite } from '@keyhaven/testing/describe-idempotent-writes';
import type { ServiceUnderTest } from '@keyhaven/testing/service-under-test';
import {
  anEmailAddress,
  createAnAccount,
  createAToken,
  createAUser,
  startIdentityUnderTest,
} from './testing/identity-under-test';
import commands from './testing/store-commands.json';

let identity: ServiceUnderTest;
beforeAll(async () => {
  identity = await startIdentityUnderTest();
});
afterAll(() => identity.stop());

async function inAnAccount(
  write: (userId: number) => Promise<Pick<KeyedWrite, 'path' | 'body' | 'otherBody'>>,
): Promise<KeyedWrite> {
  const userId = await createAnAccount(identity);
  const { path, ...bodies } = await write(userId);
  return { userId, caller: 'operator', path: `/operator/accounts/${userId}${path}`, ...bodies };
}

describeIdempotentWrites({
  service: () => identity,
  contracts: [
    identityPublicContract,
    identityInternalContract,
    identityOperatorContract,
    resyncContract,
    deadLettersContract,
  ],
  commands,
  examples: {
    ...commonWriteExamples,
    'POST /operator/accounts': {
      // The key must be unique among all accounts, so each run uses another.
      needsNoKey: 'the account is not known before: see write-accounts.test.ts',
    },
    'PATCH /operator/accounts/:user_id': {
      prepare: () =>
        inAnAccount(() =>
          Promise.resolve({ path: '', body: { company_name: 'First' }, otherBody: { company_name: 'Later' } }),
        ),
    },
    'POST /operator/accounts/:user_id/users': {
      prepare: () =>
        inAnAccount(() => {
          const body = { email_address: anEmailAddress(), first_name: 'Ida', last_name: 'Rossi' };
          return Promise.resolve({ path: '/users', body, otherBody: { ...body, first_name: 'Eva' } });
        }),
    },
    'POST /operator/accounts/:user_id/users/:id/tokens': {
      prepare: () =>
        inAnAccount(async (userId) => ({
          path: `/users/${(await createAUser(identity, userId)).id}/tokens`,
          body: { kind: 'personal' },
          otherBody: { kind: 'access' },
        })),
    },
    'DELETE /operator/accounts/:user_id/tokens/:id': {
      prepare: () =>
        inAnAccount(async (userId) => {
          const person = await createAUser(identity, userId);
          const { id } = await createAToken(identity, userId, person.id, { kind: 'personal' });
          return { path: `/tokens/${id}` };
        }),
    },
    'PATCH /v2/users/me': { needsNoKey: 'it is always refused' },
    'POST /internal/introspect': { needsNoKey: 'it reads' },
    'POST /internal/records/find': { needsNoKey: 'it reads' },
  },
});
