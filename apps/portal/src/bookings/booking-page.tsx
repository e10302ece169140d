import type { Booking } from '@keyhaven/contracts/booking/booking';
import { Badge } from '@keyhaven/pages/components/badge';
import { EmptyState } from '@keyhaven/pages/components/empty-state';
import { FactLine, FactOf, Facts } from '@keyhaven/pages/components/facts';
import { Notice } from '@keyhaven/pages/components/notice';
import { PageHead } from '@keyhaven/pages/components/page-head';
import { Panel } from '@keyhaven/pages/components/panel';
import { formatDate } from '@keyhaven/pages/format/dates';
import { formatMoneyWithCode } from '@keyhaven/pages/format/money';
import { sitePage } from '../layout/site-page';
import { ChargesTable } from '../properties/charges-table';
import type { Reply } from '../visit/reply';
import type { SignedInVisit } from '../visit/visit';
import { BookingHistory } from './booking-history';
import { bookingName, partyWords, statusKinds, typeWords } from './booking-words';
import { MessageThread } from './message-thread';
import { MoneyRecords } from './money-records';
import type { ShownBooking } from './read-booking';

export function bookingPage(visit: SignedInVisit, shown: ShownBooking): Reply {
  const { booking, threads } = shown;
  const { account } = visit.session;
  const currencyCode = booking.currency_code ?? account.currency_code;
  return sitePage(visit, {
    title: `Booking ${booking.id}`,
    current: '/portal/bookings',
    children: (
      <>
        <PageHead
          title={bookingName(booking)}
          lead={`${booking.property.name}, ${formatDate(booking.arrival)} to ${formatDate(booking.departure)}`}
          parent={{ href: '/portal/bookings', text: 'Bookings' }}
        >
          <Badge text={typeWords[booking.type]} kind="info" />
          <Badge text={booking.status} kind={statusKinds[booking.status]} />
        </PageHead>
        <Overbooking booking={booking} />
        <Panel title="Stay">
          <StayFacts booking={booking} />
        </Panel>
        <Panel title="Money" lead="Completed payments and refunds count. Security deposits are in no total.">
          <Totals booking={booking} currencyCode={currencyCode} />
        </Panel>
        <Panel title="Charges" isFlush>
          {(booking.charges ?? []).length === 0 ? (
            <EmptyState title="No charges" text="This booking was made without charges." />
          ) : (
            <ChargesTable charges={booking.charges!} currencyCode={currencyCode} />
          )}
        </Panel>
        <Panel title="Payments, refunds and fees" isFlush>
          <MoneyRecords {...shown} timeZone={account.time_zone} />
        </Panel>
        {threads.map((thread) => (
          <MessageThread thread={thread} timeZone={account.time_zone} />
        ))}
        <BookingHistory shown={shown} timeZone={account.time_zone} currencyCode={currencyCode} />
      </>
    ),
  });
}

function Overbooking({ booking: { has_problem, overbooked_nights } }: { booking: Booking }): JSX.Element {
  if (!has_problem) return '';
  return (
    <Notice kind="danger" title="Overbooked">
      {overbooked_nights.map(({ date, booking_ids }) => (
        <p>
          <span safe>{`The night of ${formatDate(date)} also belongs to booking `}</span>
          {booking_ids.map((id) => (
            <>
              {' '}
              <a href={`/portal/bookings/${id}`}>{id}</a>
            </>
          ))}
        </p>
      ))}
    </Notice>
  );
}

function StayFacts({ booking }: { booking: Booking }): JSX.Element {
  const { property, type, adults, children, infants, pets } = booking;
  const optional: [name: string, value: string | null | undefined][] = [
    ['Title', booking.title],
    ['Guest', booking.guest ? `${booking.guest.first_name} ${booking.guest.last_name}`.trim() : undefined],
    ['Check-in', timeRange(booking.check_in, booking.check_in_end)],
    ['Check-out', booking.check_out],
    ['Listing site', booking.listing_site],
    ['Reservation number', booking.platform_reservation_number],
    ['Discount code', booking.discount_code],
    ['Notes', booking.notes],
    ['Rules skipped', booking.broken_rules.join(', ')],
    ['Tags', booking.tags?.join(', ')],
    ['Cancellation policy', booking.cancellation_policy_description],
  ];
  const href = `/portal/calendar?${new URLSearchParams({ from: booking.arrival, name: String(property.id) }).toString()}`;
  return (
    <Facts>
      <FactLine name="Booking id" value={booking.id} />
      <FactOf name="Property">
        <a href={href} safe>
          {property.name}
        </a>
        {property.internal_code === null ? '' : <small safe>{property.internal_code}</small>}
      </FactOf>
      {type === 'block' || type === 'linked_availability' ? (
        ''
      ) : (
        <FactLine name="Party" value={partyWords({ adults, children, infants, pets })} />
      )}
      {optional.map(([name, value]) => (value ? <FactLine name={name} value={value} /> : ''))}
      {booking.quote_id === null ? (
        ''
      ) : (
        <FactOf name="Quote">
          <a href={`/portal/quotes/${booking.quote_id}`}>{booking.quote_id}</a>
        </FactOf>
      )}
    </Facts>
  );
}

function timeRange(from: string | null, to: string | null): string | null {
  return from !== null && to !== null ? `${from} to ${to}` : from;
}

function Totals({ booking, currencyCode }: { booking: Booking; currencyCode: string }): JSX.Element {
  const { total_amount, total_paid, total_refunded, total_host_fees, total_owed } = booking;
  const lines = [
    ['Total', total_amount],
    ['Paid', total_paid],
    ['Refunded', total_refunded],
    ['Host fees', total_host_fees],
    [total_owed < 0 ? 'To be refunded' : 'Owed', Math.abs(total_owed)],
  ] as const;
  return (
    <Facts isColumns>
      {lines.map(([name, amount]) => (
        <FactLine name={name} value={formatMoneyWithCode(amount, currencyCode)} />
      ))}
    </Facts>
  );
}
