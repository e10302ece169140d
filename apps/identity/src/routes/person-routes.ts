import type { identityInternalContract } from '@keyhaven/contracts/identity/internal-contract';
import type { linkRoutes } from '@keyhaven/contracts/identity/link-routes';
import type { peopleRoutes } from '@keyhaven/contracts/identity/people-routes';
import type { personalTokenRoutes } from '@keyhaven/contracts/identity/personal-token-routes';
import type { sessionRoutes } from '@keyhaven/contracts/identity/session-routes';
import type { RouteHandlers } from '@keyhaven/service/http/mount-contract';
import type { AttemptLimits } from '../attempts/limit-attempts';
import { lookAtLink } from '../links/look-at-link';
import { redeemLink } from '../links/redeem-link';
import { requestPasswordReset } from '../links/request-password-reset';
import { changeOwnName, changeOwnPassword } from '../people/change-own';
import { changeRole } from '../people/change-role';
import { createPersonLink, invitePerson } from '../people/invite-person';
import { listPeople } from '../people/list-people';
import { removePerson } from '../people/remove-person';
import { endAllSessions, endSession } from '../sessions/end-sessions';
import { lookUpSession } from '../sessions/look-up-session';
import { signIn } from '../sessions/sign-in';
import { listPersonalTokens } from '../personal-tokens/list-tokens';
import { createPersonalToken, revokePersonalToken } from '../personal-tokens/write-personal-tokens';
import type { IdentityStore } from '../store/identity-store';

type PersonRoutes =
  keyof typeof sessionRoutes | keyof typeof linkRoutes | keyof typeof peopleRoutes | keyof typeof personalTokenRoutes;

/** The routes with which the portal signs people in and manages them. */
export function personRoutes(
  store: IdentityStore,
  limits: AttemptLimits,
): Pick<RouteHandlers<typeof identityInternalContract>, PersonRoutes> {
  return {
    signIn: ({ body }) => signIn(store, limits.signIns, body),
    lookUpSession: ({ body }) => lookUpSession(store, body.token),
    endSession: ({ body }) => endSession(store, body.token),
    endAllSessions: ({ body }) => endAllSessions(store, body),
    lookAtLink: ({ body }) => lookAtLink(store, limits.links, body),
    redeemLink: ({ body }) => redeemLink(store, limits.links, body),
    requestPasswordReset: ({ body }) => requestPasswordReset(store, limits.resets, body),
    listPeople: ({ body }) => listPeople(store, body),
    invitePerson: ({ body }) => invitePerson(store, body),
    createPersonLink: ({ params, body }) => createPersonLink(store, body, params.id),
    changeRole: ({ params, body }) => changeRole(store, body, params.id),
    removePerson: ({ params, body }) => removePerson(store, body, params.id),
    changeOwnName: ({ body }) => changeOwnName(store, body),
    listPersonalTokens: ({ body }) => listPersonalTokens(store, body),
    createPersonalToken: ({ body }) => createPersonalToken(store, body),
    revokePersonalToken: ({ params, body }) => revokePersonalToken(store, body, params.id),
    changeOwnPassword: ({ body }) => changeOwnPassword(store, limits.signIns, body),
  };
}
