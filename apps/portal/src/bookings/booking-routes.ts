import { bookingStatuses } from '@keyhaven/contracts/booking/booking';
import { bookingPublicContract } from '@keyhaven/contracts/booking/public-contract';
import { bodyOf } from '@keyhaven/service/peers/contract-client';
import { localTimeAt } from '@keyhaven/stays/local-time';
import { listQuery, readListFilter } from '../properties/list-filter';
import { recordId } from '../properties/record-id';
import type { PortalServices } from '../services/portal-services';
import { noRefusal, orRefused } from '../visit/form-refusal';
import { page, type PageRoute } from '../visit/page-route';
import { redirectTo, type Reply } from '../visit/reply';
import type { SignedInVisit } from '../visit/visit';
import { bookingListPage } from './booking-list-page';
import { bookingPage } from './booking-page';
import { readBooking } from './read-booking';
import { readPropertyCurrencies } from './read-property-currencies';

export const BOOKINGS_PATH = '/portal/bookings';
type Services = Pick<PortalServices, 'api' | 'webhook'>;

/** The routes of the pages for the list of bookings and for one booking. */
export function bookingRoutes(services: Services): PageRoute[] {
  return [
    page(BOOKINGS_PATH, (visit) => listBookings(services, visit)),
    page(`${BOOKINGS_PATH}/:id`, async (visit) =>
      bookingPage(visit, await readBooking(services, visit, recordId(visit.params.id))),
    ),
  ];
}

async function listBookings(services: Services, visit: SignedInVisit): Promise<Reply> {
  const { query, session, now } = visit;
  const sought = (query.get('id') ?? '').trim();
  if (/^[1-9]\d{0,15}$/.test(sought)) return redirectTo(`${BOOKINGS_PATH}/${sought}`);
  const filter = readListFilter(query, bookingStatuses, localTimeAt(now, session.account.time_zone).date);
  const ofText = filter.q === '' ? {} : { q: filter.q };
  const booking = services.api('booking', bookingPublicContract, session);
  return orRefused(
    async () => {
      const query = { ...listQuery(filter), ...ofText, include_guest: 'true' };
      const found = bodyOf(await booking.listBookings({ query }));
      const currencies = await readPropertyCurrencies(services, session, found.items);
      return bookingListPage(visit, { path: BOOKINGS_PATH, filter, found, currencies, refusal: noRefusal });
    },
    (refusal) => bookingListPage(visit, { path: BOOKINGS_PATH, filter, currencies: new Map(), refusal }),
  );
}
