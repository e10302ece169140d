import type { PortalServices } from '../services/portal-services';
import { type FormRefusal, noRefusal, orRefused } from '../visit/form-refusal';
import { onBehalf } from '../visit/on-behalf';
import { ownersForm, page, type PageRoute } from '../visit/page-route';
import { redirectTo, type Reply } from '../visit/reply';
import type { SignedInVisit } from '../visit/visit';
import { authorizedAppsPage } from './authorized-apps-page';

type Services = Pick<PortalServices, 'identity'>;

const AUTHORIZED = '/portal/authorized-apps';

/** The routes of the page with the apps that may use the account. */
export function authorizedAppRoutes(services: Services): PageRoute[] {
  return [
    page(AUTHORIZED, (visit) => list(services, visit, noRefusal)),
    ownersForm('/portal/authorized-apps/:id/revoke', (visit) => revoke(services, visit)),
  ];
}

async function list({ identity }: Services, visit: SignedInVisit, refusal: FormRefusal): Promise<Reply> {
  const { items } = await identity.listAuthorizations(...onBehalf(visit, {}, {}));
  return authorizedAppsPage(visit, { authorizations: items, refusal });
}

function revoke(services: Services, visit: SignedInVisit): Promise<Reply> {
  return orRefused(
    async () => {
      await services.identity.revokeAuthorization(...onBehalf(visit, { id: visit.params.id! }, {}));
      const text = 'The app is revoked. Its tokens stop within five seconds, and it is notified.';
      return redirectTo(AUTHORIZED, { kind: 'ok', text });
    },
    (refusal) => list(services, visit, refusal),
  );
}
