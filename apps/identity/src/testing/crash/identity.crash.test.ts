import { identityInternalContract } from '@keyhaven/contracts/identity/internal-contract';
import { identityOperatorContract } from '@keyhaven/contracts/identity/operator-contract';
import { identityPublicContract } from '@keyhaven/contracts/identity/public-contract';
import { describeUnderFire } from '@keyhaven/testing/crash/describe-under-fire';
import { startStubWebhook, type StubWebhook } from '../stub-webhook';
import { identityPaths } from './identity-paths';
import { oauthPaths } from './oauth-paths';

let webhook: StubWebhook;

describeUnderFire(
  'the identity service, killed while it writes',
  {
    name: 'identity',
    program: 'apps/identity/src/testing/crash/identity-process-under-fire.ts',
    contracts: [identityPublicContract, identityInternalContract, identityOperatorContract],
    records: [
      { collection: 'accounts', type: 'account' },
      { collection: 'users', type: 'user' },
      { collection: 'tokens' },
      { collection: 'apps' },
      { collection: 'authorizations' },
    ],
    startPeers: async () => (webhook = await startStubWebhook()),
  },
  [
    ...identityPaths(() => webhook.revocations),
    ...oauthPaths(
      () => webhook.revocations,
      () => webhook.beginnings,
    ),
  ],
);
