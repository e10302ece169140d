import { bookingPublicContract } from '@keyhaven/contracts/booking/public-contract';
import { quoteStatuses } from '@keyhaven/contracts/booking/quote';
import { bodyOf } from '@keyhaven/service/peers/contract-client';
import { localTimeAt } from '@keyhaven/stays/local-time';
import { listQuery, readListFilter } from '../properties/list-filter';
import { recordId } from '../properties/record-id';
import type { PortalServices } from '../services/portal-services';
import { noRefusal, orRefused } from '../visit/form-refusal';
import { page, type PageRoute } from '../visit/page-route';
import { redirectTo, type Reply } from '../visit/reply';
import type { SignedInVisit } from '../visit/visit';
import { quoteListPage } from './quote-list-page';
import { quotePage } from './quote-page';

const QUOTES_PATH = '/portal/quotes';
type Api = Pick<PortalServices, 'api'>;

/** The routes of the pages for the list of quotes and for one quote with its explanation. */
export function quoteRoutes(services: Api): PageRoute[] {
  return [
    page(QUOTES_PATH, (visit) => listQuotes(services, visit)),
    page(`${QUOTES_PATH}/:id`, (visit) => showQuote(services, visit)),
  ];
}

async function listQuotes(services: Api, visit: SignedInVisit): Promise<Reply> {
  const { query, session, now } = visit;
  const sought = (query.get('id') ?? '').trim();
  if (/^[1-9]\d{0,15}$/.test(sought)) return redirectTo(`${QUOTES_PATH}/${sought}`);
  const filter = readListFilter(query, quoteStatuses, localTimeAt(now, session.account.time_zone).date);
  const api = services.api('booking', bookingPublicContract, session);
  return orRefused(
    async () => {
      const found = bodyOf(await api.listQuotes({ query: { ...listQuery(filter), include_guest: 'true' } }));
      return quoteListPage(visit, { path: QUOTES_PATH, filter, found, refusal: noRefusal });
    },
    (refusal) => quoteListPage(visit, { path: QUOTES_PATH, filter, refusal }),
  );
}

async function showQuote({ api }: Api, visit: SignedInVisit): Promise<Reply> {
  const id = recordId(visit.params.id);
  const query = { include_explanation: 'true', include_guest: 'true' };
  const quote = await api('booking', bookingPublicContract, visit.session).getQuote({ params: { id }, query });
  return quotePage(visit, bodyOf(quote));
}
