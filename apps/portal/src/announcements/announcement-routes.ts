import { identityPublicContract } from '@keyhaven/contracts/identity/public-contract';
import { bodyOf } from '@keyhaven/service/peers/contract-client';
import type { PortalServices } from '../services/portal-services';
import { page, type PageRoute } from '../visit/page-route';
import { queryOffset } from '../visit/query-number';
import { announcementsPage } from './announcements-page';

/** The number of announcements on a page. */
const PAGE = 20;

/** The page with the announcements about the API. */
export function announcementRoutes({ api }: Pick<PortalServices, 'api'>): PageRoute[] {
  return [
    page('/portal/announcements', async (visit) => {
      const query = { limit: PAGE, offset: queryOffset(visit.query) };
      const identity = api('identity', identityPublicContract, visit.session);
      const found = bodyOf(await identity.listAnnouncements({ query }));
      return announcementsPage(visit, found);
    }),
  ];
}
