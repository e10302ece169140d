import { Panel } from '@keyhaven/pages/components/panel';
import { formatInstant } from '@keyhaven/pages/format/dates';
import { listMoments, type Moment } from './list-moments';
import type { ShownBooking } from './read-booking';

interface BookingHistoryProps {
  shown: ShownBooking;
  timeZone: string;
  currencyCode: string;
}

/** A timeline of what happened to a booking, latest first. */
export function BookingHistory({ shown, timeZone, currencyCode }: BookingHistoryProps): JSX.Element {
  return (
    <Panel title="History" lead={leadOf(shown)}>
      <ol class="timeline">
        {listMoments(shown, timeZone, currencyCode).map((moment) => (
          <MomentItem moment={moment} timeZone={timeZone} />
        ))}
      </ol>
    </Panel>
  );
}

function leadOf({ changes }: ShownBooking): string {
  if (!changes) return 'The event log does not answer at the moment. These are the times in the records.';
  const begin = 'What changed and when, the latest first. The event log has the changes of the last 30 days';
  const rest = 'older times are those in the records.';
  return changes.has_more ? `${begin}; the latest ${changes.items.length} are shown; ${rest}` : `${begin}; ${rest}`;
}

function MomentItem({
  moment: { utc, what, details = [] },
  timeZone,
}: {
  moment: Moment;
  timeZone: string;
}): JSX.Element {
  return (
    <li>
      <p>
        <strong safe>{what}</strong>{' '}
        <time datetime={utc} class="soft" safe>
          {formatInstant(utc, timeZone)}
        </time>
      </p>
      {details.length === 0 ? (
        ''
      ) : (
        <ul>
          {details.map((detail) => (
            <li safe>{detail}</li>
          ))}
        </ul>
      )}
    </li>
  );
}
