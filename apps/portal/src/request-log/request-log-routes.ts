import { identityPublicContract } from '@keyhaven/contracts/identity/public-contract';
import { bodyOf } from '@keyhaven/service/peers/contract-client';
import type { PortalServices } from '../services/portal-services';
import { noRefusal, orRefused } from '../visit/form-refusal';
import { ownersPage, type PageRoute } from '../visit/page-route';
import type { Reply } from '../visit/reply';
import type { SignedInVisit } from '../visit/visit';
import { logQuery, readLogFilter } from './log-filter';
import { requestLogPage } from './request-log-page';
import { requestPage } from './request-page';

type Services = Pick<PortalServices, 'api'>;

/** The number of requests on a page. */
const PAGE = 50;

/**
 * The routes of the request log. Its pages are for owners only, because they show the requests of all credentials of
 * the account.
 */
export function requestLogRoutes(services: Services): PageRoute[] {
  return [
    ownersPage('/portal/request-log', (visit) => listRequests(services, visit)),
    ownersPage('/portal/request-log/:id', (visit) => showRequest(services, visit)),
  ];
}

function listRequests({ api }: Services, visit: SignedInVisit): Promise<Reply> {
  const filter = readLogFilter(visit.query);
  const after_id = visit.query.get('after_id') ?? undefined;
  const isFirst = after_id === undefined;
  return orRefused(
    async () => {
      const query = { ...logQuery(filter, visit.session.account.time_zone), after_id, limit: PAGE };
      const log = bodyOf(await api('identity', identityPublicContract, visit.session).listLoggedRequests({ query }));
      const hasMore = log.next_page_url !== null;
      return requestLogPage(visit, { filter, requests: log.items, hasMore, isFirst, refusal: noRefusal });
    },
    (refusal) => requestLogPage(visit, { filter, requests: [], hasMore: false, isFirst, refusal }),
    ['status', 'route', 'from', 'to'],
  );
}

async function showRequest({ api }: Services, visit: SignedInVisit): Promise<Reply> {
  const params = { id: visit.params.id! };
  const identity = api('identity', identityPublicContract, visit.session);
  return requestPage(visit, bodyOf(await identity.getLoggedRequest({ params })));
}
