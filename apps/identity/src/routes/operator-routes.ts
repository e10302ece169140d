import type { identityOperatorContract } from '@keyhaven/contracts/identity/operator-contract';
import type { RouteHandlers } from '@keyhaven/service/http/mount-contract';
import { operatorScope } from '@keyhaven/service/scope-of';
import { createAccount, updateAccount } from '../accounts/write-accounts';
import { publishAnnouncement } from '../announcements/publish-announcement';
import { createApp } from '../apps/create-app';
import { createOperatorLink } from '../links/create-operator-link';
import type { IdentityStore } from '../store/identity-store';
import { createToken, revokeToken } from '../tokens/write-tokens';
import { createUser } from '../users/create-user';

/** The routes for operators, and the function that handles each. */
export function operatorRoutes(store: IdentityStore): RouteHandlers<typeof identityOperatorContract> {
  return {
    createAccount: ({ body, context }) => createAccount(store, context, body),
    updateAccount: async ({ params, body, context }) => {
      const account = await updateAccount(store, operatorScope(context, params.user_id), body);
      context.setVersion(account.version, account);
      return account;
    },
    createUser: ({ params, body, context }) => createUser(store, operatorScope(context, params.user_id), body),
    createLink: ({ params, context }) => createOperatorLink(store, operatorScope(context, params.user_id), params.id),
    publishAnnouncement: ({ body, context }) => publishAnnouncement(store, context, body),
    createToken: ({ params, body, context }) =>
      createToken(store, operatorScope(context, params.user_id), params.id, body),
    createApp: ({ params, body, context }) => createApp(store, operatorScope(context, params.user_id), body),
    revokeToken: ({ params, context }) => revokeToken(store, operatorScope(context, params.user_id), params.id),
  };
}
