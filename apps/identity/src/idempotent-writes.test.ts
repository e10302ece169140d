import { identityInternalContract } from '@keyhaven/contracts/identity/internal-contract';
import { identityOperatorContract } from '@keyhaven/contracts/identity/operator-contract';
import { identityPublicContract } from '@keyhaven/contracts/identity/public-contract';
import { oauthAppRoutes } from '@keyhaven/contracts/identity/oauth-apps';
import { oauthAuthorizationRoutes } from '@keyhaven/contracts/identity/oauth-authorization';
import { deadLettersContract } from '@keyhaven/contracts/shared/dead-letters-contract';
import { resyncContract } from '@keyhaven/contracts/shared/resync-contract';
import { commonWriteExamples, examplesOfPages } from '@keyhaven/testing/common-write-examples';
import { describeIdempotentWrites, type KeyedWrite } from '@keyhaven/testing/describe-idempotent-writes';
import type { ServiceUnderTest } from '@keyhaven/testing/service-under-test';
import {
  anEmailAddress,
  createAnAccount,
  createAToken,
  createAUser,
  startIdentityUnderTest,
} from './testing/identity-under-test';
import { CALLBACK } from './testing/oauth-app';
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
      // The Idempotency-Key of a new account must be unique among all accounts, which these examples cannot ensure.
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
    'PATCH /v2/users/me': { needsNoKey: 'it is always refused', isNeverDry: 'it is always refused' },
    'POST /oauth/access_token': {
      needsNoKey: 'it ignores the key: a code or refresh token is used once',
      isNeverDry: 'programs of OAuth do not know dry runs',
    },
    'DELETE /oauth/access_token/:token': {
      needsNoKey: 'a repetition is a 404, which means that the token has ended',
      isNeverDry: 'programs of OAuth do not know dry runs',
    },
    'POST /operator/accounts/:user_id/apps': {
      prepare: () =>
        inAnAccount(() => {
          const body = { name: 'Guest Guide', redirect_uris: [CALLBACK] };
          return Promise.resolve({ path: '/apps', body, otherBody: { ...body, name: 'Other' } });
        }),
    },
    ...examplesOfPages(oauthAppRoutes, oauthAuthorizationRoutes),
    'POST /internal/introspect': { needsNoKey: 'it reads' },
    'POST /internal/counts': { needsNoKey: 'a repetition replaces the same counts' },
    'POST /internal/request_log': { needsNoKey: 'a repetition stores nothing twice' },
    'POST /internal/sessions': { needsNoKey: 'a repetition begins another session' },
    'POST /internal/sessions/look_up': { needsNoKey: 'it reads' },
    'POST /internal/sessions/end': { needsNoKey: 'a repetition changes nothing' },
    'POST /internal/sessions/end_all': { needsNoKey: 'a repetition ends the same sessions' },
    'POST /internal/links/look_at': { needsNoKey: 'it reads' },
    'POST /internal/links/redeem': { needsNoKey: 'a link works once' },
    'POST /internal/links/request_password_reset': { needsNoKey: 'a repetition sends another link' },
    'POST /internal/personal_tokens': { needsNoKey: 'a repetition makes another token' },
    'POST /internal/personal_tokens/list': { needsNoKey: 'it reads' },
    'POST /internal/personal_tokens/:id/revoke': { needsNoKey: 'a repetition changes nothing' },
    'POST /internal/people/list': { needsNoKey: 'it reads' },
    'POST /internal/people/invite': { needsNoKey: 'a repetition is refused, because the e-mail address is taken' },
    'POST /internal/people/:id/create_link': { needsNoKey: 'a repetition makes another link' },
    'POST /internal/people/:id/change_role': { needsNoKey: 'a repetition changes nothing' },
    'POST /internal/people/:id/remove': { needsNoKey: 'a repetition finds nobody' },
    'POST /internal/me/change_name': { needsNoKey: 'a repetition changes nothing' },
    'POST /internal/me/change_password': { needsNoKey: 'a repetition is refused, because the password is another' },
    'POST /operator/accounts/:user_id/users/:id/links': { needsNoKey: 'a repetition makes another link' },
    'POST /operator/announcements': { needsNoKey: 'it is of no account: see announcements.test.ts' },
    'POST /internal/records/find': { needsNoKey: 'it reads' },
  },
});
