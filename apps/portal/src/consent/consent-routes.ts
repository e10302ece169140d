import { CONSENT_PATH } from '@keyhaven/contracts/portal/public-contract';
import type { AuthorizationParameters } from '@keyhaven/contracts/identity/oauth-authorization';
import { ApiError } from '@keyhaven/contracts/shared/errors';
import type { PortalServices } from '../services/portal-services';
import { noRefusal, orRefused } from '../visit/form-refusal';
import { onBehalf } from '../visit/on-behalf';
import { form, page, type PageRoute } from '../visit/page-route';
import type { Reply } from '../visit/reply';
import type { SignedInVisit } from '../visit/visit';
import { consentPage, refusedRequestPage } from './consent-pages';
import { parametersOf } from './domain/parameters';

type Services = Pick<PortalServices, 'identity'>;

/**
 * The routes of the page on which a person lets an app use the account (RFC 6749, 4.1.1). The URL to which the page's
 * form is sent contains the parameters of the authorization request.
 */
export function consentRoutes(services: Services): PageRoute[] {
  return [page(CONSENT_PATH, (visit) => ask(services, visit)), form(CONSENT_PATH, (visit) => decide(services, visit))];
}

async function ask({ identity }: Services, visit: SignedInVisit, refusal = noRefusal): Promise<Reply> {
  const check = await identity.checkAuthorizationRequest(...onBehalf(visit, {}, sent(visit)));
  if (check.outcome === 'redirect') return { kind: 'redirect', to: check.redirect_to };
  if (check.outcome === 'refuse') return refusedRequestPage(visit, check.messages);
  return consentPage(visit, check, refusal);
}

async function decide(services: Services, visit: SignedInVisit): Promise<Reply> {
  const { identity } = services;
  const decision = visit.form.text('decision');
  if (decision !== 'allow' && decision !== 'refuse') {
    throw new ApiError('bad_request', 'decision: expected allow or refuse');
  }
  return orRefused(
    async () => {
      const scope = visit.form.text('scope') === 'read' ? ('read' as const) : undefined;
      const answer =
        decision === 'allow'
          ? await identity.approveAuthorizationRequest(...onBehalf(visit, {}, { ...sent(visit), scope }))
          : await identity.refuseAuthorizationRequest(...onBehalf(visit, {}, sent(visit)));
      return answer.outcome === 'redirect'
        ? { kind: 'redirect', to: answer.redirect_to }
        : refusedRequestPage(visit, answer.messages);
    },
    (refusal) => ask(services, visit, refusal),
  );
}

function sent({ query }: SignedInVisit): { parameters: AuthorizationParameters } {
  return { parameters: parametersOf(query) };
}
