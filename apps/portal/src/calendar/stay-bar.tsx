import type { Booking } from '@keyhaven/contracts/booking/booking';
import { formatDate } from '@keyhaven/pages/format/dates';
import { bookingName, typeWords } from '../bookings/booking-words';
import type { LanePart } from './domain/lay-out-bars';

/** Renders a lane (a row of the chart) as table cells: the bars, and the empty cells between them. */
export function BarCells({ lane }: { lane: readonly LanePart<Booking>[] }): JSX.Element {
  return (
    <>
      {lane.map((part) =>
        part.kind === 'room' ? (
          <td colspan={part.halves} />
        ) : (
          <td colspan={part.halves} class="stay">
            <a href={`/portal/bookings/${part.stay.id}`} class={barClass(part)}>
              <span class="who-stays" safe>
                {bookingName(part.stay)}
              </span>
              <span class="tip" safe>
                {barTip(part.stay)}
              </span>
            </a>
          </td>
        ),
      )}
    </>
  );
}

function barClass({ stay, isCutAtStart, isCutAtEnd }: Extract<LanePart<Booking>, { kind: 'bar' }>): string {
  return [
    'stay-bar',
    stay.type,
    ...(stay.status === 'pending' ? ['pending'] : []),
    ...(stay.has_problem ? ['overbooked'] : []),
    ...(isCutAtStart ? ['cut-start'] : []),
    ...(isCutAtEnd ? ['cut-end'] : []),
  ].join(' ');
}

function barTip(stay: Booking): string {
  return [
    bookingName(stay),
    `${formatDate(stay.arrival)} to ${formatDate(stay.departure)}`,
    typeWords[stay.type],
    stay.status,
    ...(stay.listing_site === null ? [] : [stay.listing_site]),
    ...(stay.platform_reservation_number === null ? [] : [stay.platform_reservation_number]),
    ...(stay.has_problem ? [`overbooked on ${stay.overbooked_nights.map(({ date }) => date).join(', ')}`] : []),
  ].join(' · ');
}
