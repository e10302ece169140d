import { localTimeAt } from '@keyhaven/stays/local-time';
import type { PortalServices } from '../services/portal-services';
import { noRefusal, orRefused } from '../visit/form-refusal';
import { page, type PageRoute } from '../visit/page-route';
import { queryNumber, queryOffset } from '../visit/query-number';
import type { Reply } from '../visit/reply';
import type { SignedInVisit } from '../visit/visit';
import { calendarPage } from './calendar-page';
import { CALENDAR_PATH, type ChartView } from './chart-address';
import { chartRange, isShownDate } from './domain/chart-range';
import { nightSpans } from './domain/half-days';
import { judgeNight } from './domain/judge-night';
import type { ChosenNight } from './night-panel';
import { type Chart, readChart } from './read-chart';
import { tryStay } from './try-stay';

type Api = Pick<PortalServices, 'api'>;

/** The route of the page with the availability chart. */
export function calendarRoutes(services: Api): PageRoute[] {
  return [page(CALENDAR_PATH, (visit) => showCalendar(services, visit))];
}

async function showCalendar(services: Api, visit: SignedInVisit): Promise<Reply> {
  const today = localTimeAt(visit.now, visit.session.account.time_zone).date;
  const view = viewOf(visit.query, today);
  return orRefused(
    async () => {
      const chart = await readChart(services, visit.session, view);
      const night = await findNight(services, visit, chart, view);
      return calendarPage(visit, { view, today, found: { chart, night }, refusal: noRefusal });
    },
    (refusal) => calendarPage(visit, { view, today, found: undefined, refusal }),
  );
}

function viewOf(query: URLSearchParams, today: string): ChartView {
  const propertyId = queryNumber(query, 'property');
  const date = query.get('date') ?? '';
  return {
    range: chartRange(query, today),
    text: (query.get('name') ?? '').trim().slice(0, 100),
    offset: queryOffset(query),
    chosen: propertyId !== undefined && isShownDate(date) ? { propertyId, date } : undefined,
  };
}

/** Returns the night that the person chose, if the page shows it. */
async function findNight(
  services: Api,
  { session, now }: SignedInVisit,
  { rows }: Chart,
  { chosen, range }: ChartView,
): Promise<ChosenNight | undefined> {
  const row = rows.find(({ property }) => property.id === chosen?.propertyId);
  if (!chosen || !row || !nightSpans(range).some(({ date }) => date === chosen.date)) return undefined;
  const { date } = chosen;
  const { property, calendar, bookings } = row;
  const night = calendar?.days?.find((day) => day.date === date);
  const today = localTimeAt(now, property.time_zone ?? session.account.time_zone).date;
  const occupants = bookings.filter(({ arrival, departure }) => arrival <= date && departure > date);
  const isTried = night?.booking_id === undefined && occupants.length === 0 && date >= today;
  return {
    date,
    night,
    property,
    currencyCode: calendar?.currency_code ?? session.account.currency_code,
    verdict: judgeNight({ date, night, today, property }),
    occupants,
    leaving: bookings.filter(({ departure }) => departure === date),
    tried: isTried ? await tryStay(services, session, property.id, date, night) : undefined,
  };
}
