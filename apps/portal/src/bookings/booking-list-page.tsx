import { type Booking, bookingStatuses } from '@keyhaven/contracts/booking/booking';
import { Badge } from '@keyhaven/pages/components/badge';
import { PageHead } from '@keyhaven/pages/components/page-head';
import { Cell, Row } from '@keyhaven/pages/components/table';
import { formatMoneyWithCode } from '@keyhaven/pages/format/money';
import { RefusalNotice } from '../layout/refusal-notice';
import { sitePage } from '../layout/site-page';
import type { ListFilter } from '../properties/list-filter';
import { type FoundPage, ListResults } from '../properties/list-results';
import { StayFilters } from '../properties/stay-filters';
import type { FormRefusal } from '../visit/form-refusal';
import type { Reply } from '../visit/reply';
import type { SignedInVisit } from '../visit/visit';
import { bookingName, statusKinds, typeWords } from './booking-words';

interface BookingListProps {
  path: string;
  filter: ListFilter<Booking['status']>;
  refusal: FormRefusal;
  /** Absent if the request was refused. */
  found?: FoundPage<Booking>;
  /** The currencies of properties, by their id, for bookings without a currency of their own. */
  currencies: ReadonlyMap<number, string>;
}

export function bookingListPage(visit: SignedInVisit, props: BookingListProps): Reply {
  const { path, filter, found, currencies, refusal } = props;
  const currencyOf = ({ currency_code, property_id }: Booking) =>
    currency_code ?? currencies.get(property_id) ?? visit.session.account.currency_code;
  return sitePage(visit, {
    title: 'Bookings',
    current: path,
    status: refusal.status,
    children: (
      <>
        <PageHead title="Bookings" lead="Stays of guests and owners, blocks and holds, ordered by id." />
        <RefusalNotice refusal={refusal} />
        <StayFilters
          path={path}
          filter={filter}
          statuses={bookingStatuses}
          record="Booking"
          search="Guest, number or title"
        />
        {found ? (
          <ListResults
            path={path}
            filter={filter}
            found={found}
            record="booking"
            label="Bookings"
            columns={columns}
            row={(booking) => <BookingRow path={path} booking={booking} currency={currencyOf(booking)} />}
          />
        ) : (
          ''
        )}
      </>
    ),
  });
}

const columns = ['Booking', 'Property', 'Stay', 'Status', 'Source', { name: 'Total', isEnd: true as const }];

function BookingRow({ path, booking, currency }: { path: string; booking: Booking; currency: string }): JSX.Element {
  const { id, type, status, property, arrival, departure, listing_site, has_problem, total_amount } = booking;
  return (
    <Row>
      <Cell label="Booking" look="lead">
        <span>
          <a href={`${path}/${id}`} safe>
            {bookingName(booking)}
          </a>
          <small safe>{type === 'booking' ? `${id}` : `${id}, ${typeWords[type].toLowerCase()}`}</small>
        </span>
      </Cell>
      <Cell label="Property" text={property.name} />
      <Cell label="Stay" look="tight">
        <span>
          <span safe>{arrival}</span>
          <br />
          <span class="soft" safe>{`to ${departure}`}</span>
        </span>
      </Cell>
      <Cell label="Status">
        <span class="badges">
          <Badge text={status} kind={statusKinds[status]} />
          {has_problem ? <Badge text="overbooked" kind="danger" /> : ''}
        </span>
      </Cell>
      <Cell label="Source" look="tight" text={listing_site ?? '–'} />
      <Cell label="Total" look="end" text={formatMoneyWithCode(total_amount, currency)} />
    </Row>
  );
}
