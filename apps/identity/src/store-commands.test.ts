import { identityPublicContract } from '@keyhaven/contracts/identity/public-contract';
import { describeStoreCommands } from '@keyhaven/testing/describe-store-commands';
import { createAnAccount, createAToken, createAUser, startIdentityUnderTest } from './testing/identity-under-test';
import type { ServiceUnderTest } from '@keyhaven/testing/service-under-test';
import table from './testing/store-commands.json';

let identity: ServiceUnderTest;
beforeAll(async () => {
  identity = await startIdentityUnderTest();
});
afterAll(() => identity.stop());

describeStoreCommands({
  service: () => identity,
  contract: identityPublicContract,
  table,
  leftOut: { 'PATCH /v2/users/me': 'it is always refused' },
  requests: {
    'GET /v2/users/me': async () => {
      const userId = await createAnAccount(identity);
      const { id } = await createAUser(identity, userId);
      const token = await createAToken(identity, userId, id, { kind: 'access' });
      return { userId, path: '/v2/users/me', credentialId: String(token.id) };
    },
  },
});
